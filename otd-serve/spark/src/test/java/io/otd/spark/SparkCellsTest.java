// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.CellTable;
import io.otd.core.CellTable.Cell;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark's cells of every type mean what the table of cells says. */
@Tag("long")
class SparkCellsTest {
  @TempDir static Path folder;

  private static SparkSession session;
  private static Path base;

  @BeforeAll
  static void export() throws Exception {
    session = SharedSession.get();
    base = folder.resolve("cells");
    SavedModelExporter.export(
        TestModels.of(CellTable.schema()), base, ExportOptions.DEFAULT.withBank(8));
  }

  /** Cells of a column that Spark holds in one type. */
  private record Group(String column, String as, DataType type) {
    static Group of(Cell cell) {
      return new Group(cell.column(), cell.as(), type(cell));
    }

    private static DataType type(Cell cell) {
      return switch (cell.as()) {
        case "number" -> cell.object() instanceof Long ? DataTypes.LongType : DataTypes.DoubleType;
        case "truth" -> DataTypes.BooleanType;
        case "date" -> DataTypes.DateType;
        case "time" -> DataTypes.TimestampNTZType;
        case "instant" -> DataTypes.TimestampType;
        default -> DataTypes.StringType;
      };
    }

    /** Whether the type alone is refused, before any row is read. */
    boolean refused() {
      return List.of("number", "count").contains(column)
          && List.of("date", "time", "instant").contains(as);
    }
  }

  private static Object cell(Cell cell) {
    Object given = cell.object();
    if (given instanceof OffsetDateTime time) {
      return java.sql.Timestamp.from(time.toInstant());
    }
    return given instanceof LocalDate day && day.getYear() > 1600
        ? java.sql.Date.valueOf(day)
        : given;
  }

  private static Row row(String column, Object cell) {
    return RowFactory.create(CellTable.row(column, cell).values().toArray());
  }

  private static StructType columns(String column, DataType type) {
    StructType columns = new StructType();
    for (Map.Entry<String, Object> entry : CellTable.row().entrySet()) {
      DataType plain =
          entry.getValue() instanceof Double ? DataTypes.DoubleType : DataTypes.StringType;
      columns = columns.add(entry.getKey(), entry.getKey().equals(column) ? type : plain);
    }
    return columns;
  }

  @Test
  void cells_of_every_type_of_spark_mean_what_the_table_says() throws Exception {
    Map<Group, List<Cell>> groups =
        CellTable.all().stream()
            .filter(cell -> !Group.of(cell).refused())
            .collect(Collectors.groupingBy(Group::of));
    List<String> problems = new ArrayList<>();
    try (LightPredictor light = LightPredictor.open(base)) {
      for (Map.Entry<Group, List<Cell>> entry : groups.entrySet()) {
        List<Row> rows = entry.getValue().stream().map(c -> row(c.column(), cell(c))).toList();
        Group group = entry.getKey();
        List<Row> scored = scored(group, rows);
        for (int i = 0; i < rows.size(); i++) {
          Row prediction = scored.get(i).getAs("prediction");
          problems.addAll(problems(entry.getValue().get(i), prediction, light));
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  private static List<Row> scored(Group group, List<Row> rows) {
    Dataset<Row> data = session.createDataFrame(rows, columns(group.column(), group.type()));
    return OtdModel.load(base.toString())
        .setBadRows("flag")
        .transform(data.coalesce(1))
        .collectAsList();
  }

  private static List<String> problems(Cell cell, Row prediction, LightPredictor light) {
    String problem = prediction.getAs("problem");
    if (cell.refused()) {
      boolean told =
          problem != null && problem.startsWith("column \"%s\": ".formatted(cell.column()));
      return told && problem.contains("(expected: ")
          ? List.of()
          : List.of(cell + ": " + prediction + " (expected: refused)");
    }
    double expected =
        light.predict(List.of(CellTable.row(cell.column(), cell.plain()))).get(0).mean(0);
    Double mean = prediction.getAs("mean");
    // The same predictor: texts of dates may differ in the last bit of the hour.
    return mean != null && Math.abs(mean - expected) < 1e-5
        ? List.of()
        : List.of("%s: %s, %s (expected: %s)".formatted(cell, mean, problem, expected));
  }

  @Test
  void decimals_and_truth_values_are_read_by_the_sql_functions() {
    StructType columns =
        columns("code", DataTypes.createDecimalType(6, 2)).add("id", DataTypes.IntegerType);
    Row given =
        RowFactory.create(
            Stream.concat(
                    CellTable.row("code", new BigDecimal("12.00")).values().stream(), Stream.of(1))
                .toArray());
    session.createDataFrame(List.of(given), columns).createOrReplaceTempView("decimals");
    List<Row> scored =
        session
            .sql(
                "select otd_predict('%s', struct(*)).mean a from (select * except (answer), true answer from decimals)"
                        .formatted(base)
                    + " union all select otd_predict('%s', struct(*)).mean a from (select * except (answer, code), 'yes' answer, '12' code from decimals)"
                        .formatted(base))
            .collectAsList();
    assertThat(scored.get(0)).isEqualTo(scored.get(1));
    assertThat(scored.get(0).isNullAt(0)).isFalse();
  }
}

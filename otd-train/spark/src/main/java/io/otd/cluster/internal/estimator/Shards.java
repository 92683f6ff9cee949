// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.shiftrightunsigned;
import static org.apache.spark.sql.functions.xxhash64;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.internal.encoding.EncodingFit;
import io.otd.table.internal.encoding.SchemaInference;
import io.otd.table.internal.encoding.TotalsFit;
import io.otd.table.internal.rownames.RowNames;
import io.otd.table.internal.totals.ColumnTotals;
import io.otd.table.internal.totals.TextTotals;
import io.otd.table.settings.ColumnSettings;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.ShardFile;
import io.otd.train.internal.preparation.ShardedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.jspecify.annotations.Nullable;

/**
 * Divides the rows of a data set: held-out rows and a sample of the others go to the driver, the
 * training rows of a member to its file.
 *
 * @param plan what is trained
 */
record Shards(EstimatorPlan plan, String folder) {
  private static final String NAME = "data set";
  private static final double MEGABYTE = 1e6;

  /** The rows exist as arrays, and once more as tensors. */
  private static final int COPIES = 2;

  private static final String KEY = "otd key";
  private static final String TIE = "otd tie";
  private static final String WEIGHT = "otd weight";
  private static final String MEMBER = "otd member";

  PreparedTable of(Dataset<Row> rows) {
    Dataset<Row> keyed = keyed(rows);
    long count = keyed.count();
    if (count == 0) {
      throw new IllegalArgumentException(
          "rows: none%s (expected: rows to learn from)"
              .formatted(weighted() ? " of a weight above 0" : ""));
    }
    var calibration = plan.settings().calibration();
    RowRule rule =
        RowRule.of(
            count,
            plan.settings().heldOutByAll(),
            calibration.needsRows() ? calibration.fraction() : 0);
    ScanResult scan = new ScanResult(plan.columns().size());
    // In partition order; the sums are the same in any order.
    keyed.javaRDD().mapPartitions(new TableScan(plan.columns(), rule)).collect().forEach(scan::add);
    ShardedTable table = table(scan);
    return table.prepared(
        plan.settings(), written(keyed, rule, scan, table.fit().encoding().schema()));
  }

  private boolean weighted() {
    return plan.settings().data().weight().isPresent();
  }

  /**
   * The columns that are read, then two hashes of their cells, then the weight. A row of weight 0
   * is left out.
   */
  private Dataset<Row> keyed(Dataset<Row> rows) {
    org.apache.spark.sql.Column[] cells =
        plan.columns().stream()
            .map(c -> column(rows, c.name()))
            .toArray(org.apache.spark.sql.Column[]::new);
    Dataset<Row> all = rows;
    boolean drop = plan.settings().columns().missingTarget() == ColumnSettings.MissingTarget.DROP;
    for (int i = 0; i < cells.length && drop; i++) {
      if (plan.columns().get(i).use() == ScannedColumn.Use.TARGET) {
        var type = rows.schema().apply(plan.columns().get(i).name()).dataType();
        boolean nan = type instanceof DoubleType || type instanceof FloatType;
        all = all.filter(cells[i].isNotNull());
        all = nan ? all.filter(not(cells[i].isNaN())) : all;
      }
    }
    long seed = plan.settings().data().seed();
    org.apache.spark.sql.Column weight =
        plan.settings()
            .data()
            .weight()
            .map(name -> column(rows, name).cast(DataTypes.DoubleType))
            .orElse(lit(1.0));
    return (weighted() ? all.filter(weight.isNull().or(weight.notEqual(0))) : all)
        .select(
            Stream.concat(
                    Arrays.stream(cells),
                    Stream.of(
                        hash(2 * seed, cells).as(KEY),
                        hash(2 * seed + 1, cells).as(TIE),
                        weight.as(WEIGHT)))
                .toArray(org.apache.spark.sql.Column[]::new));
  }

  private static org.apache.spark.sql.Column column(Dataset<Row> rows, String name) {
    return rows.col("`" + name.replace("`", "``") + "`");
  }

  private static org.apache.spark.sql.Column hash(long seed, org.apache.spark.sql.Column[] cells) {
    return xxhash64(
        Stream.concat(Stream.of(lit(seed)), Arrays.stream(cells))
            .toArray(org.apache.spark.sql.Column[]::new));
  }

  private ShardedTable table(ScanResult scan) {
    requireSound(scan);
    List<ScannedRow> sample = scan.sample();
    List<ScannedRow> validation = scan.heldOut(RowRule.Part.VALIDATION);
    List<ScannedRow> here = new ArrayList<>(sample);
    here.addAll(validation);
    here.addAll(scan.heldOut(RowRule.Part.CALIBRATION));
    Map<Integer, Collection<String>> texts = new HashMap<>();
    Map<String, ColumnTotals> totals = new LinkedHashMap<>();
    for (int i = 0; i < plan.columns().size(); i++) {
      texts.put(i, scan.totals(i).texts().counts().keySet());
      totals.put(plan.columns().get(i).name(), scan.totals(i));
    }
    Table table =
        ScannedColumn.table(
            plan.columns(),
            here.stream().<@Nullable Object[]>map(ScannedRow::cells).toList(),
            texts);
    RowWeights weights =
        new RowWeights(here.stream().mapToDouble(ScannedRow::weight).toArray())
            .inUnitsOfTheirMean();
    int[] first = IntStream.range(0, sample.size()).toArray();
    ColumnSettings columns = withNumbers(withRunningNumbers(scan));
    EncodingFit fit =
        new TotalsFit(totals, scan.training(), scan.weight(), columns.mostCategories())
            .of(
                EncodingFit.of(
                    table,
                    SchemaInference.of(table, plan.settings().data().target(), columns),
                    columns,
                    first,
                    weights.at(first)));
    String digest =
        String.format(
            Locale.ROOT, "%016x%016x%032x", scan.digest(), scan.rows(), plan.columns().size());
    return new ShardedTable(NAME, digest, table, sample.size(), validation.size(), weights, fit);
  }

  /** The data set declares its types: numbers are not taken as codes. */
  private ColumnSettings withNumbers(ColumnSettings said) {
    return said.withMoreNumeric(
        plan.columns().stream()
            .filter(column -> column.use() == ScannedColumn.Use.NUMBER)
            .map(ScannedColumn::name)
            .toList());
  }

  /** A sample of running numbers does not show that they are. */
  private ColumnSettings withRunningNumbers(ScanResult scan) {
    ColumnSettings said = plan.columnSettings();
    List<String> ids = new ArrayList<>(said.id());
    for (int i = 0; i < plan.columns().size(); i++) {
      ScannedColumn column = plan.columns().get(i);
      ColumnTotals totals = scan.totals(i);
      if (column.use() == ScannedColumn.Use.NUMBER
          && RowNames.isName(column.name())
          && totals.missingAnywhere() == 0
          && runs(totals, scan)
          && !said.numeric().contains(column.name())
          && !ids.contains(column.name())) {
        ids.add(column.name());
      }
    }
    return said.withId(ids);
  }

  /**
   * Whether a column of integers is dense enough for a running number; held-out rows are not
   * counted.
   */
  private static boolean runs(ColumnTotals totals, ScanResult scan) {
    double span = totals.numbers().greatest() - totals.numbers().least() + 1;
    return totals.numbers().whole() && span <= scan.rows() && span >= totals.numbers().count();
  }

  private void requireSound(ScanResult scan) {
    List<String> problems = new ArrayList<>();
    if (scan.refusedWeights() > 0) {
      problems.add(
          "weightCol: missing, negative or infinite in %s rows (expected: the row's weight, at least 0)"
              .formatted(scan.refusedWeights()));
    }
    for (int i = 0; i < plan.columns().size(); i++) {
      ScannedColumn column = plan.columns().get(i);
      long missing = scan.totals(i).missingAnywhere();
      if (column.use() == ScannedColumn.Use.TARGET && missing > 0) {
        problems.add(
            "target \"%s\": missing in %s rows (expected: a number; columns.missing_target=drop leaves such rows out)"
                .formatted(column.name(), missing));
      }
      if (scan.totals(i).texts().tooMany()) {
        problems.add(
            "column \"%s\": more than %s different texts (expected: fewer, or its name in columns.date, columns.id or data.ignore)"
                .formatted(column.name(), TextTotals.MOST_TEXTS));
      }
    }
    if (scan.sample().isEmpty() || scan.heldOut(RowRule.Part.VALIDATION).isEmpty()) {
      problems.add(
          "rows: %s, of which none is left to learn from or none is held out (expected: more rows)"
              .formatted(scan.rows()));
    }
    int fewest = plan.settings().calibration().fewestRows();
    int calibration = scan.heldOut(RowRule.Part.CALIBRATION).size();
    if (plan.settings().calibration().needsRows() && calibration < fewest) {
      problems.add(
          "calibration.fraction: gives %s rows (expected: at least %s)"
              .formatted(calibration, fewest));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  private List<ShardFile> written(
      Dataset<Row> keyed, RowRule rule, ScanResult scan, TableSchema schema) {
    int members = plan.settings().model().members().orElseThrow();
    int width = schema.width() + schema.targets().size();
    double most = plan.memory() * MEGABYTE / (COPIES * Float.BYTES * width);
    double share = most * members / scan.training();
    var place =
        shiftrightunsigned(col("`" + KEY + "`"), RowRule.UNUSED_BITS)
            .cast(DataTypes.DoubleType)
            .multiply(RowRule.UNIT);
    Dataset<Row> rows =
        keyed
            .filter(place.geq(rule.calibration()).and(place.lt(rule.end(share))))
            .withColumn(
                MEMBER, pmod(col("`" + TIE + "`"), lit(members)).cast(DataTypes.IntegerType))
            .repartition(members, col("`" + MEMBER + "`"))
            .sortWithinPartitions(
                col("`" + MEMBER + "`"),
                col("`" + KEY + "`"),
                col("`" + TIE + "`"),
                col("`" + WEIGHT + "`"));
    Map<Integer, Long> written = new HashMap<>();
    rows.javaRDD()
        .mapPartitions(
            new ShardWriter(
                plan.columns(),
                ShardWriter.json(schema),
                folder,
                weighted() ? scan.weight() / scan.training() : 0))
        .collect()
        .forEach(file -> written.put(file.member(), file.rows()));
    return IntStream.range(0, members).mapToObj(m -> shard(m, written, schema)).toList();
  }

  private ShardFile shard(int member, Map<Integer, Long> written, TableSchema schema) {
    long rows = written.getOrDefault(member, 0L);
    if (rows == 0) {
      throw new IllegalArgumentException(
          "members: no row is left for member %s (expected: fewer members, or more rows)"
              .formatted(member));
    }
    return new ShardFile(
        ShardWriter.file(folder, member),
        new ShardFile.Shape(
            Math.toIntExact(rows), schema.width(), schema.targets().size(), weighted()));
  }
}

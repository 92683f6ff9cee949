// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import io.otd.light.LightModelFixture;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Model files, and rows for them. */
final class TestRows {
  /** Of {@link LightModelFixture#EVERYTHING}, between other columns. */
  static final StructType COLUMNS =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("town", DataTypes.StringType)
          .add("size", DataTypes.DoubleType)
          .add("unused", DataTypes.BinaryType)
          .add("sold", DataTypes.StringType)
          .add("new", DataTypes.StringType);

  private static final int COUNT = 75;

  private TestRows() {}

  /** Writes a model as version 3 of a folder. */
  static Path export(LightModel model, Path base) throws IOException {
    Path file = base.resolve("3/assets.extra/" + LightModelFile.NAME);
    Files.createDirectories(file.resolveSibling(""));
    Files.createDirectories(base.resolve("2"));
    return Files.write(file, LightModelFile.bytes(model));
  }

  /** Rows with missing cells of every column, and with cells out of bounds. */
  static List<Row> everything() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      rows.add(
          RowFactory.create(
              (long) i,
              i % 5 == 0 ? null : List.of("Linz", "Wien", "Graz").get(i % 3),
              i % 7 == 0 ? null : i % 11 == 0 ? Double.NaN : i * .5,
              new byte[] {(byte) i},
              i % 6 == 0 ? null : "%02d.%02d.2021".formatted(1 + i % 28, 1 + i % 12),
              i % 4 == 0 ? "  " : i % 2 == 0 ? "yes" : " no "));
    }
    return rows;
  }

  /** The same in three partitions. */
  static Dataset<Row> dataset(List<Row> rows, StructType columns) {
    return SharedSession.get().createDataFrame(rows, columns).repartition(3).cache();
  }

  /** A row as passed to a predictor. */
  static Map<String, Object> cells(Row row) {
    Map<String, Object> cells = new HashMap<>();
    for (String name : List.of("town", "size", "sold", "new")) {
      Object cell = row.getAs(name);
      if (cell != null && !cell.toString().isBlank()) {
        cells.put(name, cell instanceof String text ? text.strip() : cell);
      }
    }
    return cells;
  }
}

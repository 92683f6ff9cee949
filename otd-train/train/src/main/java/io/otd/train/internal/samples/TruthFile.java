// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import io.otd.table.Numbers;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.internal.numpy.NpyFile;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Observed values: a NumPy array {@code [n]} or {@code [n, d]}, or a CSV file with a header.
 *
 * @param path of the file
 * @param targets names, d of them
 * @param values {@code [n][d]}, finite
 */
public record TruthFile(Path path, List<String> targets, double[][] values) {
  /**
   * Reads a whole file.
   *
   * @param path of the file; NumPy's if its name ends in {@code .npy}
   * @param targets columns of a CSV file; none if it has but one
   * @throws InputException if it is not such a file
   */
  public static TruthFile read(Path path, List<String> targets) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(".npy")
        ? npy(path, targets)
        : csv(path, targets);
  }

  private static TruthFile npy(Path path, List<String> targets) {
    try (NpyFile file = NpyFile.open(path)) {
      int[] shape = file.shape();
      if (shape.length < 1 || shape.length > 2 || Arrays.stream(shape).anyMatch(s -> s < 1)) {
        throw new InputException(
            "%s: shape %s (expected: rows [n], or rows, targets [n, d])"
                .formatted(path, Arrays.toString(shape)));
      }
      int outputs = shape.length == 2 ? shape[1] : 1;
      RowOrigin rows = RowOrigin.of(path.toString());
      double[][] values = new double[shape[0]][];
      for (int i = 0; i < values.length; i++) {
        values[i] = file.next(outputs);
        for (double value : values[i]) {
          requireFinite(rows.place(i), value);
        }
      }
      List<String> names =
          targets.size() == outputs
              ? targets
              : java.util.stream.IntStream.rangeClosed(1, outputs)
                  .mapToObj(j -> "target " + j)
                  .toList();
      return new TruthFile(path, names, values);
    }
  }

  private static TruthFile csv(Path path, List<String> targets) {
    Table table =
        TableReader.read(
                path,
                targets.isEmpty()
                    ? ColumnSelection.all()
                    : new ColumnSelection.Only(targets, Set.of()))
            .table();
    if (targets.isEmpty() && table.columns().size() > 1) {
      throw new InputException(
          "%s: columns %s (expected: one column, or --target NAME)".formatted(path, table.names()));
    }
    List<String> names = targets.isEmpty() ? table.names() : targets;
    double[][] values = new double[table.rows()][names.size()];
    for (int j = 0; j < names.size(); j++) {
      double[] column = Numbers.of(table, names.get(j));
      for (int i = 0; i < column.length; i++) {
        requireFinite(table.place(i), column[i]);
        values[i][j] = column[i];
      }
    }
    return new TruthFile(path, names, values);
  }

  private static void requireFinite(String place, double value) {
    InputException.require(Double.isFinite(value), place, value, "a finite number");
  }
}

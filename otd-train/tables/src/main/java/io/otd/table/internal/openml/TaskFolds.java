// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The splits of a task, as folds. */
final class TaskFolds {
  /** The fold of a row that is never a test row, see {@link Folds}. */
  private static final int NONE = -1;

  private TaskFolds() {}

  /**
   * From a file of splits to one of folds: a column {@code fold}, for further repeats columns
   * {@code fold_1} and so on; -1 for a row that is never a test row.
   *
   * @param file columns {@code type}, TRAIN or TEST, {@code rowid}, {@code repeat}, {@code fold}
   */
  static String csv(Path file, int rows) {
    Table table =
        TableReader.read(
                file,
                new ColumnSelection.Only(List.of("type", "rowid", "repeat", "fold"), Set.of()))
            .table();
    if (!(table.column("type") instanceof TextColumn type)) {
      throw new InputException(file + ": column \"type\" holds numbers (expected: TRAIN or TEST)");
    }
    double[] row = Numbers.of(table, "rowid");
    double[] repeat = Numbers.of(table, "repeat");
    double[] fold = Numbers.of(table, "fold");
    List<int[]> repeats = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      requireWhole(file, "rowid", row[i], rows);
      requireWhole(file, "repeat", repeat[i], 10_000);
      requireWhole(file, "fold", fold[i], Integer.MAX_VALUE);
      while (repeats.size() <= repeat[i]) {
        int[] none = new int[rows];
        Arrays.fill(none, NONE);
        repeats.add(none);
      }
      if (type.text(i).equalsIgnoreCase("TEST")) {
        repeats.get((int) repeat[i])[(int) row[i]] = (int) fold[i];
      }
    }
    return FoldsFile.csv(new Folds(repeats, Optional.empty()));
  }

  private static void requireWhole(Path file, String name, double value, int below) {
    if (!(value >= 0 && value < below && value == Math.rint(value))) {
      throw new InputException(
          "%s: %s %s (expected: a whole number from 0, below %s)"
              .formatted(file, name, value, below));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.table.Numbers;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A file of folds: a column {@code fold} with the number of the fold of each row of the data, in
 * its order; further repeats in columns {@code fold_1}, {@code fold_2} and so on.
 */
public final class FoldsFile {
  private static final String COLUMN = "fold";

  private FoldsFile() {}

  /**
   * Reads folds.
   *
   * @param repeats how many, at least 1
   * @return the folds, with the digest of the file
   * @throws InputException if the file is not a file of folds
   */
  public static Folds read(Path path, int repeats) {
    List<String> columns = columns(repeats);
    DataFile file = TableReader.read(path, new ColumnSelection.Only(columns, Set.of()));
    List<int[]> folds = new ArrayList<>();
    for (String column : columns) {
      folds.add(Numbers.wholes(file.table(), column));
    }
    return new Folds(folds, Optional.of(file.sha256()));
  }

  /** The text of an equivalent file. */
  public static String csv(Folds folds) {
    List<int[]> repeats = folds.repeats();
    StringBuilder text = new StringBuilder(String.join(",", columns(repeats.size()))).append('\n');
    for (int i = 0; i < repeats.get(0).length; i++) {
      int row = i;
      text.append(
              repeats.stream().map(r -> String.valueOf(r[row])).collect(Collectors.joining(",")))
          .append('\n');
    }
    return text.toString();
  }

  private static List<String> columns(int repeats) {
    return IntStream.range(0, repeats).mapToObj(r -> r == 0 ? COLUMN : COLUMN + "_" + r).toList();
  }
}

package io.otd.train.data;

import io.otd.train.problem.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A file of given folds: a column named "fold" with the number of the fold of each row of the data,
 * in its order.
 *
 * @param folds the fold of each row
 * @param sha256 of the file's bytes as they are on disk, hexadecimal
 */
public record FoldsFile(int[] folds, String sha256) {
  private static final String COLUMN = "fold";

  /**
   * Reads the folds.
   *
   * @return the fold of each row, with the digest
   * @throws InputException if the file is no such file
   */
  public static FoldsFile read(Path path) {
    DataFile file = TableReader.read(path, new ColumnSelection.Only(List.of(COLUMN), Set.of()));
    double[] values = Numbers.of(file.table(), COLUMN);
    int[] folds = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      folds[i] = (int) values[i];
      if (folds[i] != values[i]) {
        throw new InputException(
            "%s, row %d: fold %s (expected: a whole number)".formatted(path, i + 1, values[i]));
      }
    }
    return new FoldsFile(folds, file.sha256());
  }
}

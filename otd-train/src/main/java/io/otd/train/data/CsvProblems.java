package io.otd.train.data;

import io.otd.train.problem.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with the rows of a file: of each column the first bad cell and the number
 * of others, and the first few rows of a wrong length.
 */
final class CsvProblems {
  private static final int MOST_ROWS = 5;
  private static final int MOST_COLUMNS = 20;

  private final String file;
  private final List<String> rows = new ArrayList<>();
  private final String[] firstCell;
  private final long[] badCells;
  private long badRows;

  CsvProblems(String file, int columns) {
    this.file = file;
    this.firstCell = new String[columns];
    this.badCells = new long[columns];
  }

  /** A row with more or fewer values than the header has names. */
  void row(long line, int values, int expected) {
    if (badRows++ < MOST_ROWS) {
      rows.add(
          "%s, line %d: %d values (expected: %d, as in the header)"
              .formatted(file, line, values, expected));
    }
  }

  /** A cell that is no number. */
  void cell(long line, int column, String name, String cell) {
    if (badCells[column]++ == 0) {
      firstCell[column] =
          "%s, line %d, column \"%s\": %s".formatted(file, line, name, NumberCell.complaint(cell));
    }
  }

  /** Throws if anything was collected. */
  void throwIfAny() {
    List<String> all = new ArrayList<>(rows);
    if (badRows > MOST_ROWS) {
      all.add("%s: %d more rows of a wrong length".formatted(file, badRows - MOST_ROWS));
    }
    long columns = 0;
    for (int j = 0; j < firstCell.length; j++) {
      if (badCells[j] > 0 && columns++ < MOST_COLUMNS) {
        all.add(firstCell[j] + others(badCells[j] - 1));
      }
    }
    if (columns > MOST_COLUMNS) {
      all.add("%s: %d more columns with such cells".formatted(file, columns - MOST_COLUMNS));
    }
    if (!all.isEmpty()) {
      throw new InputException(all);
    }
  }

  private static String others(long count) {
    return count == 0 ? "" : "; and " + count + " more in this column";
  }
}

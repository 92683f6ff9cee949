// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import io.otd.core.internal.cell.Blanks;
import io.otd.table.internal.cell.Placeholders;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Recognises a row of units below the names of the columns, as instruments write it. It has no
 * number, a text at the head of at least half of the columns of numbers, and nothing in columns of
 * texts.
 *
 * @param isNumber whether a cell is a number
 * @param isMissing whether a cell is missing
 */
record UnitsRow(Predicate<String> isNumber, Predicate<String> isMissing) {
  /** Rows to look at, with the row of units. */
  static final int ROWS = 11;

  private static final int FEWEST_ROWS = 4;
  private static final int LONGEST = 20;

  /** As {@code YYYY-MM-DD hh:mm}, at the head of a column of dates. */
  private static final Pattern DATE_FORM = Pattern.compile("(?i)[ymdhs]+([-/.:T ]+[ymdhs]+)+");

  /**
   * Whether the first of some rows is one of units.
   *
   * @param rows the first rows of data
   */
  boolean leads(List<CsvRow> rows) {
    int columns = rows.isEmpty() ? 0 : rows.get(0).cells().size();
    if (rows.size() < FEWEST_ROWS || rows.stream().anyMatch(r -> r.cells().size() != columns)) {
      return false;
    }
    int numeric = 0;
    int units = 0;
    for (int i = 0; i < columns; i++) {
      int column = i;
      List<String> below =
          rows.stream().skip(1).map(r -> cell(r, column)).filter(c -> !isGap(c)).toList();
      String head = cell(rows.get(0), i);
      boolean numbers = !below.isEmpty() && below.stream().allMatch(isNumber);
      boolean unit = !isGap(head) && head.length() <= LONGEST;
      if (isNumber.test(head) || (!isGap(head) && !(numbers && unit) && !isDateForm(head))) {
        return false;
      }
      numeric += numbers ? 1 : 0;
      units += numbers && unit ? 1 : 0;
    }
    return units > 0 && 2 * units >= numeric;
  }

  private static String cell(CsvRow row, int column) {
    return Blanks.strip(row.cells().get(column));
  }

  private boolean isGap(String cell) {
    return isMissing.test(cell) || Placeholders.ofNumber(cell);
  }

  private static boolean isDateForm(String cell) {
    return DATE_FORM.matcher(cell).matches();
  }
}

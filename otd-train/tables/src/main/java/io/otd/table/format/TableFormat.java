// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a table is written down. Only the encoding and the missing cells apply to an ARFF file, which
 * declares the rest itself; nothing of it to a table that is not a text.
 *
 * @param separator between cells
 * @param decimal mark of numbers
 * @param header whether there is one
 * @param encoding of the text
 * @param skip lines before the table, at least 0
 * @param missing spellings of missing cells, case ignored, besides the empty cell
 */
public record TableFormat(
    CellSeparator separator,
    DecimalMark decimal,
    HeaderRule header,
    TextEncoding encoding,
    int skip,
    List<String> missing) {
  /** Spellings of missing cells by default. */
  public static final List<String> MISSING = List.of("NA", "N/A", "#N/A", "NaN", "null", "?");

  /** Everything found out from the file. */
  public static final TableFormat AUTO =
      new TableFormat(
          CellSeparator.AUTO, DecimalMark.AUTO, HeaderRule.AUTO, TextEncoding.AUTO, 0, MISSING);

  /**
   * Copies the list.
   *
   * @throws InputException if lines are negative
   */
  public TableFormat {
    InputException.require(skip >= 0, "data.skip", skip, "at least 0");
    missing = List.copyOf(missing);
  }

  /**
   * Checks that nothing is set that has no effect on a table, spellings of missing cells apart:
   * there may be texts that are none of them.
   *
   * @param text whether the encoding has an effect
   * @param why the others have none
   * @throws InputException with all such settings
   */
  public void requireUnset(String table, boolean text, String why) {
    List<String> set = new ArrayList<>();
    set(set, "separator", separator, AUTO.separator);
    set(set, "header", header, AUTO.header);
    set(set, "skip", skip, AUTO.skip);
    if (!text) {
      set(set, "encoding", encoding, AUTO.encoding);
    }
    if (!set.isEmpty()) {
      throw new InputException(
          set.stream().map(s -> "%s: %s, since %s".formatted(table, s, why)).toList());
    }
  }

  private static void set(List<String> problems, String name, Object value, Object standard) {
    if (!value.equals(standard)) {
      problems.add(
          "data.%s is %s, which has no effect (expected: %s)"
              .formatted(name, word(value), word(standard)));
    }
  }

  private static String word(Object value) {
    return value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString();
  }
}

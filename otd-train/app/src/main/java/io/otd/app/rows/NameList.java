// SPDX-License-Identifier: Apache-2.0
package io.otd.app.rows;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.otd.table.problem.InputException;
import java.util.List;

/** Names of columns in an option, written as a line of CSV: {@code a,"b, c"} are two. */
public final class NameList {
  private NameList() {}

  /**
   * The names.
   *
   * @param option that holds them, for messages
   * @param text names with commas between them; one that holds a comma is in double quotes, where
   *     "" is a double quote
   * @return at least one, without blanks at both ends
   * @throws InputException if a name is blank, or a quote is not closed
   */
  public static List<String> of(String option, String text) {
    try {
      List<CsvRecord> lines =
          CsvReader.builder()
              .allowUnclosedQuote(false)
              .trimWhitespacesAroundQuotes(true)
              .ofCsvRecord(text.replaceAll("[\\r\\n]", " "))
              .stream()
              .toList();
      List<String> names =
          lines.stream().flatMap(l -> l.getFields().stream()).map(String::strip).toList();
      if (!names.isEmpty() && names.stream().noneMatch(String::isEmpty)) {
        return names;
      }
    } catch (CsvParseException e) {
      // reported below
    }
    throw new InputException(
        "%s: %s (expected: names of columns, with commas between them; one that holds a comma in"
                .formatted(option, text)
            + " double quotes)");
  }

  /**
   * The names of all uses of an option.
   *
   * @param option that holds them, for messages
   * @param texts one a use
   */
  public static List<String> all(String option, List<String> texts) {
    return texts.stream().flatMap(text -> of(option, text).stream()).toList();
  }
}

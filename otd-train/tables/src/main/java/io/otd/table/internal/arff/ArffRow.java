// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

import io.otd.table.internal.build.RowSink;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of an ARFF file: dense, values separated by commas, or by blanks if there is no
 * comma; or sparse, with positions and values in braces, and a default for omitted values.
 */
final class ArffRow {
  private final String file;
  private final char[][] standard;
  private final char[][] cells;
  private final boolean weighted;
  private final ArffLine line = new ArffLine();

  /**
   * Starts without rows.
   *
   * @param file its name, for messages
   * @param weighted whether the last column is the weight, which stands behind the others in braces
   */
  ArffRow(String file, List<ArffAttribute> attributes, boolean weighted) {
    this.file = file;
    this.weighted = weighted;
    this.standard = attributes.stream().map(a -> a.standard().toCharArray()).toArray(char[][]::new);
    this.cells = new char[standard.length][];
  }

  /**
   * Reads a row.
   *
   * @param number of its line, from 1
   * @param text neither blank nor a comment
   * @param sink receives the row
   * @throws InputException if a quote or a brace has no end
   */
  void read(long number, String text, RowSink sink) {
    Optional<ArffWeight> weight = ArffWeight.of(text);
    if (weight.isPresent() && !weighted) {
      throw wrong(number, "{" + weight.get().weight() + "}", "weights from the first row on");
    }
    line.set(weight.map(ArffWeight::row).orElse(text));
    int count = line.skip('{') ? sparse(number, sink) : dense(number, sink);
    if (weighted) {
      char[] cell = weight.map(ArffWeight::weight).orElse("1").toCharArray();
      sink.cell(number, count++, cell, 0, cell.length);
    }
    sink.end(number, count);
  }

  private int dense(long number, RowSink sink) {
    boolean commas = line.holds(',');
    int count = 0;
    boolean more = true;
    while (more) {
      quoteEnds(line.next(',', ',', !commas), number);
      sink.cell(number, count++, line.text(), line.from(), line.to());
      more = commas ? line.skip(',') : !line.ended();
    }
    if (!line.ended()) {
      throw wrong(number, line.rest(), "a comma, or the end of the line");
    }
    return count;
  }

  private int sparse(long number, RowSink sink) {
    Arrays.fill(cells, null);
    while (!line.skip('}')) {
      quoteEnds(line.next(' ', '}', true), number);
      int place = place(number);
      quoteEnds(line.next(',', '}', false), number);
      cells[place] = Arrays.copyOfRange(line.text(), line.from(), line.to());
      if (!line.skip(',') && !line.sees('}')) {
        throw wrong(number, line.rest(), "a comma, or a closing brace");
      }
    }
    if (!line.ended()) {
      throw wrong(number, line.rest(), "the end of the line");
    }
    int count = cells.length - (weighted ? 1 : 0);
    for (int i = 0; i < count; i++) {
      char[] cell = cells[i] == null ? standard[i] : cells[i];
      sink.cell(number, i, cell, 0, cell.length);
    }
    return count;
  }

  private int place(long number) {
    String word = line.word();
    if (!word.matches("[0-9]{1,9}")
        || Integer.parseInt(word) >= cells.length - (weighted ? 1 : 0)
        || cells[Integer.parseInt(word)] != null) {
      throw wrong(
          number,
          word,
          "the place of a column, from 0 to %s, once".formatted(cells.length - (weighted ? 2 : 1)));
    }
    return Integer.parseInt(word);
  }

  private void quoteEnds(boolean ends, long number) {
    if (!ends) {
      throw wrong(number, line.word(), "a second quote");
    }
  }

  private InputException wrong(long number, String found, String expected) {
    return new InputException(
        "%s, line %s: %s (expected: %s)"
            .formatted(
                file, number, found.isEmpty() ? "nothing more" : Quoted.of(found), expected));
  }
}

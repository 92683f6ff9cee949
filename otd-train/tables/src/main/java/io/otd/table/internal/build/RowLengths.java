// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The rows that have too many cells or too few: the first ones, and how many others. If all rows
 * but the first lines of a file have the same length, those lines are the odd ones.
 */
final class RowLengths {
  private static final int MOST = 5;
  private static final int LEAST_ALIKE = 2;

  private final String table;
  private final LongFunction<String> place;
  private final List<String> problems = new ArrayList<>();
  private long more;

  /** The file in which the rows are. */
  private CellPlaces file;

  private final List<String> first = new ArrayList<>();
  private long wrong;
  private long rows;

  /** The latest rows of the same length: it, their number, and the line of the first one. */
  private int length;

  private long alike;
  private long from;

  /**
   * Starts without rows.
   *
   * @param file to which the first rows belong
   * @param place where a line stands
   */
  RowLengths(String table, CellPlaces file, LongFunction<String> place) {
    this.table = table;
    this.file = file;
    this.place = place;
  }

  /** The rows that follow are those of another file. */
  void begin(CellPlaces next) {
    List<String> found = ofFile();
    problems.addAll(found.subList(0, Math.min(found.size(), MOST)));
    more += Math.max(0, wrong - MOST);
    file = next;
    first.clear();
    wrong = 0;
    rows = 0;
    alike = 0;
  }

  /**
   * The next row.
   *
   * @param at the same line among those of all files
   * @param cells how many it has
   */
  void add(long line, long at, int cells) {
    rows++;
    if (alike == 0 || cells != length) {
      length = cells;
      alike = 0;
      from = line;
    }
    alike++;
    int expected = file.columns().size();
    if (cells != expected && wrong++ < MOST) {
      first.add(problem(place.apply(at), cells, expected));
    }
  }

  /** The problem of a row with another number of cells than columns. */
  static String problem(String place, int cells, int columns) {
    return "%s: %s (expected: %s, as many as columns)"
        .formatted(place, NumberText.counted(cells, "value"), columns);
  }

  /** Problems of the rows so far, of each file the first few. */
  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    all.addAll(ofFile());
    long others = more + (oddLines() ? 0 : Math.max(0, wrong - MOST));
    if (others > 0) {
      all.add("%s: %s of a wrong length".formatted(table, NumberText.counted(others, "more row")));
    }
    return all;
  }

  private boolean oddLines() {
    return wrong > 0
        && file.firstLine() > 0
        && length != file.columns().size()
        && (length > file.columns().size() || wrong == rows)
        && alike >= LEAST_ALIKE
        && alike >= rows - alike;
  }

  private List<String> ofFile() {
    if (!oddLines()) {
      return first;
    }
    int odd = file.columns().size();
    return List.of(
        ("%s: line %s has %s, each of the %s rows from line %s on %s (expected: as many names"
                + " as values; if the table begins further down, data.skip or --skip-lines %s)")
            .formatted(
                file.file(),
                file.firstLine(),
                NumberText.counted(odd, "value"),
                alike,
                from,
                length,
                from - 1));
  }
}

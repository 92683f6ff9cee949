// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.RowOrigin;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * In which lines of a text its rows begin. If each row is on the next line, nothing is stored;
 * otherwise (a cell spans several lines, or there are blank lines) two numbers per row.
 */
final class RowLines {
  private long[] rows = new long[4];
  private long[] lines = new long[4];
  private int jumps;
  private long row;
  private long next = -1;

  /**
   * The next row.
   *
   * @param line in which it begins, from 1
   */
  void add(long line) {
    if (line != next) {
      if (jumps == rows.length) {
        rows = Arrays.copyOf(rows, 2 * jumps);
        lines = Arrays.copyOf(lines, 2 * jumps);
      }
      rows[jumps] = row;
      lines[jumps++] = line;
    }
    row++;
    next = line + 1;
  }

  /**
   * Positions of the rows added since the last call; they are then forgotten.
   *
   * @param place where a line stands
   */
  RowOrigin take(LongFunction<String> place) {
    long[] from = Arrays.copyOf(rows, jumps);
    long[] line = Arrays.copyOf(lines, jumps);
    jumps = 0;
    next = -1;
    return asked -> {
      int found = Arrays.binarySearch(from, asked);
      int jump = found >= 0 ? found : -found - 2;
      return place.apply(line[jump] + asked - from[jump]);
    };
  }
}

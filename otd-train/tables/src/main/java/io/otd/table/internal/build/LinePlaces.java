// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Where the lines of texts stand that are read one after another. Their numbers go on from text to
 * text, so that one number identifies a line of any of them.
 */
final class LinePlaces implements LongFunction<String> {
  private String[] files = new String[1];
  private long[] before = new long[1];
  private int count;

  /**
   * Begins with the lines of a text.
   *
   * @param lines how many numbers the texts before it have taken
   */
  void begin(String file, long lines) {
    if (count == files.length) {
      files = Arrays.copyOf(files, 2 * count);
      before = Arrays.copyOf(before, 2 * count);
    }
    files[count] = file;
    before[count++] = lines;
  }

  /** The place of a line, for messages: {@code t.csv, line 7}. */
  @Override
  public String apply(long line) {
    int found = Arrays.binarySearch(before, 0, count, line);
    // A text begins behind the last line of the one before it.
    int file = found >= 0 ? found - 1 : -found - 2;
    return "%s, line %s".formatted(files[file], line - before[file]);
  }
}

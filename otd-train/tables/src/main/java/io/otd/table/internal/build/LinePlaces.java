// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Where the lines of texts stand that are read one after another. Their numbers go on from text to
 * text, so that one number identifies a line of any of them.
 */
final class LinePlaces implements LongFunction<String> {
  /** The texts by how many numbers those before them have taken. */
  private final TreeMap<Long, String> files = new TreeMap<>();

  /**
   * Begins with the lines of a text.
   *
   * @param lines how many numbers the texts before it have taken
   */
  void begin(String file, long lines) {
    files.put(lines, file);
  }

  /** The place of a line, for messages: {@code t.csv, line 7}. */
  @Override
  public String apply(long line) {
    // A text begins behind the last line of the one before it.
    Map.Entry<Long, String> text = Objects.requireNonNull(files.lowerEntry(line));
    return "%s, line %s".formatted(text.getValue(), line - text.getKey());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line {@code sep=;} that Excel reads before the table. */
final class SeparatorLine {
  private static final Pattern LINE =
      Pattern.compile("(?i)\"?sep=(\\t|[^\"\\r\\n])\"?[ \\t;,]*(\\r|\\n|$)");

  private SeparatorLine() {}

  /**
   * The separator that a text declares, if its first line is such a one.
   *
   * @param head the first lines
   */
  static Optional<Character> of(String head) {
    Matcher line = LINE.matcher(head);
    return line.lookingAt()
        ? Optional.of(line.group(1).equals("\\t") ? '\t' : line.group(1).charAt(0))
        : Optional.empty();
  }
}

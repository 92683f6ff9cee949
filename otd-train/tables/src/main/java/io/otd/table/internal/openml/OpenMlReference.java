// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A data set or a task of OpenML: {@code openml:4353}, {@code openml:task/361234}.
 *
 * @param task whether it is a task
 * @param id its number
 */
public record OpenMlReference(boolean task, int id) {
  private static final String PREFIX = "openml:";
  private static final Pattern REFERENCE = Pattern.compile("openml:(task/|data/)?([0-9]{1,9})");

  /** Whether a text is intended as a reference. */
  public static boolean isMeantBy(String text) {
    return text.startsWith(PREFIX);
  }

  /**
   * Reads a reference.
   *
   * @throws InputException if it is none
   */
  public static OpenMlReference parse(String text) {
    Matcher parts = REFERENCE.matcher(text);
    if (!parts.matches()) {
      throw new InputException(
          ("%s (expected: openml: and the number of a data set, or openml:task/ and that of a"
                  + " task)")
              .formatted(Quoted.of(text)));
    }
    return new OpenMlReference("task/".equals(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  @Override
  public String toString() {
    return PREFIX + (task ? "task/" : "") + id;
  }
}

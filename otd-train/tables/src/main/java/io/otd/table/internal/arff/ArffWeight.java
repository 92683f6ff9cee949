// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The weight at the end of a row: {@code 1,2,{0.5}}.
 *
 * @param row what is before it
 * @param weight between its braces
 */
record ArffWeight(String row, String weight) {
  /** Name of the column that the weights of a file become. */
  static final String COLUMN = "weight";

  private static final Pattern FORM = Pattern.compile("(.*\\S)\\s*,\\s*\\{([^{}'\"]*)\\}\\s*");

  /** The weight of a row, if it has one. */
  static Optional<ArffWeight> of(String text) {
    if (!text.stripTrailing().endsWith("}")) {
      return Optional.empty();
    }
    Matcher row = FORM.matcher(text);
    return row.matches()
        ? Optional.of(new ArffWeight(row.group(1), row.group(2).strip()))
        : Optional.empty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import java.util.Arrays;
import java.util.Locale;

/** Treatment of a row that cannot be predicted. */
public enum BadRowRule {
  /** The task fails, with the reason. */
  FAIL,
  /** The row is left out. */
  SKIP,
  /** The row has no numbers, but the reason. */
  FLAG;

  /**
   * The rule of a name.
   *
   * @param name in any case
   * @throws IllegalArgumentException if there is none
   */
  public static BadRowRule of(String name) {
    return Arrays.stream(values())
        .filter(rule -> rule.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "badRows: %s (expected: fail, skip or flag)".formatted(name)));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

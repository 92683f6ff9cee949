// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.text.NumberText;

/** Formulas as people read them. */
final class Formulas {
  private static final int DIGITS = 6;

  private Formulas() {}

  /** {@code (what - mean) / scale}. */
  static String standardized(String what, double mean, double scale) {
    return "(%s %s %s) / %s"
        .formatted(
            what,
            mean < 0 ? "+" : "-",
            NumberText.of(Math.abs(mean), DIGITS),
            NumberText.of(scale, DIGITS));
  }
}

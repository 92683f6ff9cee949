// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import io.otd.core.internal.text.NumberText;

/**
 * A mean over rows or repetitions, with its standard error.
 *
 * @param value finite
 * @param standardError at least 0; 0 for a single repetition, or if nothing varies
 */
public record Estimate(double value, double standardError) {
  /** Whether the value is more than two standard errors above or below 0. */
  public boolean clear() {
    return Math.abs(value) > 2 * standardError;
  }

  /** For people: {@code 12.3 ± 0.2}. */
  @Override
  public String toString() {
    return NumberText.withSpread(value, standardError);
  }
}

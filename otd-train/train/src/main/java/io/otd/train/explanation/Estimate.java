// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

/**
 * A mean over rows or repetitions, and how far it may be from what infinitely many would give.
 *
 * @param value finite
 * @param standardError at least 0; 0 where there was one repetition only, or nothing varies
 */
public record Estimate(double value, double standardError) {
  /** Whether the value is more than two standard errors above or below 0. */
  public boolean clear() {
    return Math.abs(value) > 2 * standardError;
  }
}

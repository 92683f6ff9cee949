// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import java.time.Duration;

/**
 * The pauses between the trials of a version that fails again and again. Each is twice the one
 * before, up to the longest.
 *
 * @param doublings number of pauses that are shorter than the longest, at least 0
 * @param longest not negative
 */
public record RetryPauses(int doublings, Duration longest) {
  private static final int MAX_DOUBLINGS = 30;

  /** Checks the ranges. */
  public RetryPauses {
    if (doublings < 0 || doublings > MAX_DOUBLINGS || longest.isNegative()) {
      throw new IllegalArgumentException(
          "pauses: %s, up to %s (expected: from 0 to %s, not negative)"
              .formatted(doublings, longest, MAX_DOUBLINGS));
    }
  }

  /**
   * A pause.
   *
   * @param failures how often the version has failed, at least 1
   */
  public Duration after(int failures) {
    return longest.dividedBy(1L << Math.max(0, doublings - (failures - 1)));
  }
}

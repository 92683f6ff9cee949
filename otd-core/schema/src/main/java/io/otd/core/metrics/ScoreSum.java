// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.Map;

/** A score that is a mean over rows, computed incrementally. */
interface ScoreSum {
  /** Takes one row. */
  void add(DrawnRow row);

  /**
   * Adds the means, by name.
   *
   * @param rows how many were added, at least one
   * @param into receives them
   */
  void put(long rows, Map<String, Double> into);
}

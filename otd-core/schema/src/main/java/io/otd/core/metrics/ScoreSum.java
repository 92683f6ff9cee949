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
   * @param weight sum of the weights of the rows that were added
   * @param into receives them
   */
  void put(double weight, Map<String, Double> into);
}

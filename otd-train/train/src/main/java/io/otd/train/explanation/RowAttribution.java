// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each column adds to the prediction of one row: Shapley values (Shapley 1953; Štrumbelj and
 * Kononenko 2014). The columns take on the row's cells one by one, in random orders, starting from
 * a background row; a column's share is the mean change at its turn. Each order is also taken
 * backwards (Mitchell, Cooper, Frank and Holmes 2022), and each background row is used equally
 * often.
 *
 * @param row number in the table, from 0
 * @param cells of the row, one per column of the model, as in the table; empty for a missing one
 * @param pairs of orders, one forwards and one backwards
 * @param backgroundRows how many rows the orders start from
 * @param targets of each target, by its name
 */
public record RowAttribution(
    int row,
    Map<String, String> cells,
    int pairs,
    int backgroundRows,
    Map<String, OfTarget> targets) {
  /** Keeps the order. */
  public RowAttribution {
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
  }

  /**
   * Of one target.
   *
   * @param mean of the predictive mean
   * @param spread of the predictive standard deviation
   */
  public record OfTarget(Attribution mean, Attribution spread) {}

  /** Names of the columns and groups, in the order of the shares. */
  public List<String> names() {
    return targets.values().iterator().next().mean().shares().stream()
        .map(Attribution.Share::name)
        .toList();
  }
}

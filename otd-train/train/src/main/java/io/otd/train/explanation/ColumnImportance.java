// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The increase of the energy score if a column's cells are permuted among the rows, so that they
 * carry no information about their row (permutation importance: Breiman 2001; Fisher, Rudin and
 * Dominici 2019). Everything else about the prediction stays, including the masks of its draws.
 *
 * <p>The standard error is taken over the rows, of the loss of each row averaged over the repeats.
 * It includes the noise of the permutations and of the choice of rows.
 *
 * @param name of the column, or of all in the group, joined by {@code +}
 * @param columns names of the columns that were permuted together
 * @param loss of the energy score of all targets together, in the targets' units; 0 for a column
 *     without influence, negative only by chance or if the model is better without the column
 * @param repeatDeviation standard deviation of the mean loss between repeats; 0 for one repeat
 * @param byTarget the same for each target's own score (CRPS), by target name; empty for one target
 */
public record ColumnImportance(
    String name,
    List<String> columns,
    Estimate loss,
    double repeatDeviation,
    Map<String, Estimate> byTarget) {
  /** Keeps the order. */
  public ColumnImportance {
    columns = List.copyOf(columns);
    byTarget = Collections.unmodifiableMap(new LinkedHashMap<>(byTarget));
  }
}

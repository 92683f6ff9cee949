// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the energy score loses if a column's cells are dealt out anew among the rows, so that they
 * tell nothing of their row any more (permutation importance: Breiman 2001; Fisher, Rudin and
 * Dominici 2019). All else about the prediction stays, its draws' masks too.
 *
 * <p>The standard error is over the rows, of the loss of each row averaged over the repeats: it
 * contains the noise of the permutations and that of which rows there are.
 *
 * @param name of the column, or of all in the group, joined by {@code +}
 * @param columns names of the columns that were permuted together
 * @param loss of the energy score of all targets together, in the targets' units; 0 for a column
 *     that does not matter, below it only by chance or where the model is better off without
 * @param repeatDeviation standard deviation of the mean loss between repeats; 0 for one repeat
 * @param byTarget the same of each target's own score (CRPS), by its name; empty for one target
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

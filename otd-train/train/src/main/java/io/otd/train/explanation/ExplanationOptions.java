// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.settings.RecordTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Options of an explanation: its contents, and the work spent on it.
 *
 * @param draws K, of each prediction, at least 2; an exported model has its own number
 * @param rows maximum number of rows for importance and effects, sampled at random, at least 2
 * @param repeats permutations of a column for its importance; 0 for no importance
 * @param bins maximum number of bins or categories of an effect; 0 for no effects
 * @param quantiles whose effects are computed, each in (0, 1)
 * @param effects columns whose effects are computed; all if empty
 * @param groups columns that are permuted together and share one attribution
 * @param explained rows whose predictions are attributed to the columns, from 0
 * @param evaluations maximum number of predictions for the attribution of one row, in addition to
 *     those of the background rows, at least 1; one pair of orders is always computed
 * @param seed of permutations, orders and the choice of rows
 */
public record ExplanationOptions(
    int draws,
    int rows,
    int repeats,
    int bins,
    List<Double> quantiles,
    Optional<Set<String>> effects,
    List<Set<String>> groups,
    List<Integer> explained,
    int evaluations,
    long seed) {
  /**
   * 200 draws; importance and effects over at most 1,000 rows, by 5 permutations and 20 bins; no
   * single rows, 5,000 predictions for each if there are any.
   */
  public static final ExplanationOptions DEFAULT =
      new ExplanationOptions(
          200, 1000, 5, 20, List.of(.05, .5, .95), Optional.empty(), List.of(), List.of(), 5000, 0);

  /** Checks the ranges. */
  public ExplanationOptions {
    quantiles = List.copyOf(quantiles);
    effects = effects.map(ExplanationOptions::copy);
    groups = groups.stream().map(ExplanationOptions::copy).toList();
    explained = List.copyOf(explained);
    Check.atLeast("draws", draws, 2);
    Check.atLeast("rows", rows, 2);
    Check.atLeast("repeats", repeats, 0);
    Check.atLeast("bins", bins, 0);
    Check.atLeast("evaluations", evaluations, 1);
    explained.forEach(row -> Check.atLeast("explained row", row, 0));
    for (double quantile : quantiles) {
      Check.that(quantile > 0 && quantile < 1, "quantile", quantile, "above 0 and below 1");
    }
    requireDistinct(groups);
  }

  /** In the given order, so that an error names the first unknown column. */
  private static Set<String> copy(Set<String> names) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(names));
  }

  private static void requireDistinct(List<Set<String>> groups) {
    Set<String> seen = new HashSet<>();
    for (Set<String> group : groups) {
      if (group.isEmpty()) {
        throw new IllegalArgumentException("group: no column (expected: at least one)");
      }
      for (String column : group) {
        if (!seen.add(column)) {
          throw new IllegalArgumentException(
              "column \"" + column + "\": in two groups (expected: in one at most)");
        }
      }
    }
  }

  /** With another number of draws of each prediction. */
  public ExplanationOptions withDraws(int number) {
    return with("draws", number);
  }

  /** With another maximum number of rows for importance and effects. */
  public ExplanationOptions withMostRows(int number) {
    return with("rows", number);
  }

  /** With another number of permutations of a column; 0 for no importance. */
  public ExplanationOptions withRepeats(int number) {
    return with("repeats", number);
  }

  /** With another number of bins of an effect; 0 for no effects. */
  public ExplanationOptions withBins(int number) {
    return with("bins", number);
  }

  /** With other quantiles whose effects are computed. */
  public ExplanationOptions withQuantiles(Double... levels) {
    return with("quantiles", List.of(levels));
  }

  /** With effects of some columns only. */
  public ExplanationOptions withEffectsOf(String... columns) {
    return with("effects", Optional.of(Set.of(columns)));
  }

  /** With one more group of columns that belong together. */
  public ExplanationOptions withGroup(String... columns) {
    List<Set<String>> more = new ArrayList<>(groups);
    more.add(Set.of(columns));
    return with("groups", more);
  }

  /**
   * With the attribution of some rows.
   *
   * @param numbers of the rows, from 0
   */
  public ExplanationOptions withExplained(int... numbers) {
    return with("explained", Arrays.stream(numbers).boxed().toList());
  }

  /** With another number of predictions for the attribution of a row. */
  public ExplanationOptions withEvaluations(int number) {
    return with("evaluations", number);
  }

  /** With another seed. */
  public ExplanationOptions withSeed(long number) {
    return with("seed", number);
  }

  private ExplanationOptions with(String component, Object value) {
    return RecordTree.with(ExplanationOptions.class, this, component, value);
  }
}

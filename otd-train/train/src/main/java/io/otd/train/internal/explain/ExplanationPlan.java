// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.table.internal.split.Subset;
import io.otd.table.problem.InputException;
import io.otd.train.explanation.ExplanationOptions;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows that are predicted for an explanation, and how often.
 *
 * @param rows that effects are averaged over
 * @param scored rows that importance is averaged over; none for no importance
 * @param effects places of the columns whose effects are computed
 * @param background rows of the pool that attributions start from; none for no attribution
 * @param rounds how often these are gone through
 */
record ExplanationPlan(
    int[] rows, int[] scored, List<Integer> effects, int[] background, int rounds) {
  private static final int FEWEST_PAIRS = 2;

  /**
   * Chooses the rows.
   *
   * @param options what is explained
   * @param pool of cells
   * @param own rows of the pool that are explained, the first ones; any others are background
   * @param players what is changed together
   * @param observed targets of the rows explained
   * @throws InputException if there are too few rows, or a requested row does not exist
   */
  static ExplanationPlan of(
      ExplanationOptions options, RowPool pool, int own, Players players, ObservedRows observed) {
    requireRows(options, own, pool.rows());
    boolean several = own > 1;
    int pairs = pairs(options.evaluations(), players.size());
    int first = pool.rows() > own ? own : 0;
    int[] background =
        options.explained().isEmpty()
            ? new int[0]
            : some(IntStream.range(first, pool.rows()), pairs, options);
    boolean scores = several && options.repeats() > 0 && observed.complete().length > 1;
    return new ExplanationPlan(
        some(IntStream.range(0, own), options.rows(), options),
        scores ? some(IntStream.of(observed.complete()), options.rows(), options) : new int[0],
        several && options.bins() > 0 ? effects(options, pool.names()) : List.of(),
        background,
        background.length == 0 || players.size() == 1 ? 1 : pairs / background.length);
  }

  private static void requireRows(ExplanationOptions options, int own, int all) {
    if (own == 0 || (own < 2 && options.explained().isEmpty())) {
      throw new InputException("rows: %s (expected: at least 2, to compare them)".formatted(own));
    }
    for (int row : options.explained()) {
      if (row >= own) {
        throw new InputException(
            "row %s: not in the table (expected: from 1 to %s)".formatted(row + 1, own));
      }
    }
    if (!options.explained().isEmpty() && all < 2) {
      throw new InputException(
          "background rows: none but the row itself (expected: others to compare it with)");
    }
  }

  /** Pairs of orders that the evaluations of a row suffice for. */
  private static int pairs(int evaluations, int players) {
    int each = Math.max(1, ShapleySampling.predictionsOfPair(players));
    return Math.max(FEWEST_PAIRS, evaluations / each);
  }

  private static int[] some(IntStream rows, int most, ExplanationOptions options) {
    return Subset.of(rows.toArray(), most, options.seed());
  }

  private static List<Integer> effects(ExplanationOptions options, List<String> names) {
    return IntStream.range(0, names.size())
        .filter(j -> options.effects().map(wanted -> wanted.contains(names.get(j))).orElse(true))
        .boxed()
        .toList();
  }

  /**
   * Maximum number of predictions.
   *
   * @param players how many are changed one by one
   * @param options what is explained
   */
  long predictions(int players, ExplanationOptions options) {
    long predictions = 0;
    if (scored.length > 0) {
      predictions += PermutationImportance.predictions(scored.length, players, options.repeats());
    }
    if (!effects.isEmpty()) {
      predictions += AccumulatedEffects.predictions(rows.length, effects.size());
    }
    if (background.length > 0) {
      predictions +=
          ShapleySampling.predictions(
              options.explained().size(), players, background.length, rounds);
    }
    return predictions;
  }
}

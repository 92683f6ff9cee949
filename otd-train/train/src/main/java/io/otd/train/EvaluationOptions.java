// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.check.Check;
import java.util.List;
import java.util.Optional;

/**
 * What of a model is scored, and how its rows count.
 *
 * @param draws K, of each prediction, at least 2
 * @param levels of the intervals whose coverage is computed, each in (0, 1)
 * @param scores besides the usual ones: of a tail, such as {@code above:40} or {@code upper}, or of
 *     decisions, such as {@code pinball:0.9} or {@code under:3,over:1}
 * @param coverageBy columns of the table by whose cells the coverage is divided; they need not be
 *     inputs
 * @param weight column of the weights of the rows, each at least 0; if empty, that of the training,
 *     if the table has it
 */
public record EvaluationOptions(
    int draws,
    List<Double> levels,
    List<String> scores,
    List<String> coverageBy,
    Optional<String> weight) {
  /** {@link FittedModel#DRAWS} draws, levels 0.5, 0.8, 0.9 and 0.95, no further scores. */
  public static final EvaluationOptions DEFAULT =
      new EvaluationOptions(
          FittedModel.DRAWS, List.of(.5, .8, .9, .95), List.of(), List.of(), Optional.empty());

  /** Checks the ranges. */
  public EvaluationOptions {
    levels = List.copyOf(levels);
    scores = List.copyOf(scores);
    coverageBy = List.copyOf(coverageBy);
    Check.atLeast("draws", draws, 2);
    levels.forEach(l -> Check.that(l > 0 && l < 1, "level", l, "above 0 and below 1"));
  }

  /** With another number of draws. */
  public EvaluationOptions withDraws(int draws) {
    return new EvaluationOptions(draws, levels, scores, coverageBy, weight);
  }

  /** With other levels of intervals. */
  public EvaluationOptions withLevels(Double... levels) {
    return new EvaluationOptions(draws, List.of(levels), scores, coverageBy, weight);
  }

  /** With these scores of tails and decisions. */
  public EvaluationOptions withScores(String... scores) {
    return new EvaluationOptions(draws, levels, List.of(scores), coverageBy, weight);
  }

  /** With the coverage in groups of rows, by the cells of each of these columns. */
  public EvaluationOptions withCoverageBy(String... columns) {
    return new EvaluationOptions(draws, levels, scores, List.of(columns), weight);
  }

  /** With the weights in a column. */
  public EvaluationOptions withWeight(String column) {
    return new EvaluationOptions(draws, levels, scores, coverageBy, Optional.of(column));
  }
}

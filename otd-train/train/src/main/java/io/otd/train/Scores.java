// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.train.internal.result.PredictionScores;
import io.otd.train.internal.result.ReadMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Scores of a model on some rows, in the targets' units: of all targets together, and of each.
 * {@link PredictiveScores} defines the scores.
 */
public final class Scores {
  private static final int DIGITS = 5;

  private static final String CONFORMAL = "conformal.";
  private static final String TEST = "test.";

  private final PredictionScores scores;

  private Scores(PredictionScores scores) {
    this.scores = scores;
  }

  /** Scores as the parts of this module hand them around. */
  static Scores of(PredictionScores scores) {
    return new Scores(scores);
  }

  /** Scores by name, as a model keeps them; none of single targets. */
  static Scores of(Map<String, Double> values) {
    Map<String, Double> conformal = new ReadMetrics(values).under(CONFORMAL);
    Map<String, Double> draws = new LinkedHashMap<>(values);
    draws.keySet().removeIf(name -> name.startsWith(CONFORMAL));
    return new Scores(
        new PredictionScores(
            new PredictiveScores(draws, List.of()),
            Map.of(),
            conformal.isEmpty()
                ? Optional.empty()
                : Optional.of(new PredictiveScores(conformal, List.of()))));
  }

  /** Those of the test rows among the metrics of a model, if it has any. */
  static Optional<Scores> ofTest(Map<String, Double> metrics) {
    return Optional.of(new ReadMetrics(metrics).under(TEST))
        .filter(test -> !test.isEmpty())
        .map(Scores::of);
  }

  /** Root of the mean squared error of the means. */
  public double rmse() {
    return get("rmse");
  }

  /** Mean absolute error of the means. */
  public double mae() {
    return get("mae");
  }

  /** Energy score: {@code E|Y - y| - E|Y - Y'| / 2}; lower is better. */
  public double energyScore() {
    return get("energy_score");
  }

  /** Continuous ranked probability score; for one target, the energy score. */
  public double crps() {
    return get("crps");
  }

  /** Mean absolute error of the coverage over the levels. */
  public double coverageError() {
    return get("mace");
  }

  /**
   * One score.
   *
   * @param name such as {@code rmse}, {@code picp_0.9} or {@code conformal.picp_0.9}
   * @throws IllegalArgumentException if there is no score of this name, listing the names
   */
  public double get(String name) {
    return Check.known("score", name, values());
  }

  /** All scores by name, those of conformal intervals as {@code conformal.picp_0.9}. */
  public Map<String, Double> values() {
    return scores.flat();
  }

  /** The scores of each target separately, by target name; empty for one target. */
  public Map<String, Scores> byTarget() {
    Map<String, Scores> each = new LinkedHashMap<>();
    scores.targets().forEach((name, alone) -> each.put(name, of(alone.values())));
    return each;
  }

  /**
   * The coverage in groups of rows, by target name; empty if no column was {@linkplain
   * EvaluationOptions#coverageBy asked for}, and for the test scores of a model that was loaded.
   */
  public Map<String, List<GroupCoverage>> coverageByGroup() {
    Map<String, List<GroupCoverage>> groups = new LinkedHashMap<>();
    scores
        .byGroup()
        .forEach(
            (target, columns) ->
                groups.put(
                    target,
                    columns.stream()
                        .flatMap(c -> GroupCoverage.of(c, scores.independent()).stream())
                        .toList()));
    return groups;
  }

  /** Scores that were left out, and why. */
  public List<String> notes() {
    return scores.notes();
  }

  /** The same as the run's files and the command line have them. */
  public PredictionScores detail() {
    return scores;
  }

  @Override
  public String toString() {
    return "Scores"
        + values().entrySet().stream()
            .map(score -> score.getKey() + "=" + NumberText.of(score.getValue(), DIGITS))
            .collect(Collectors.joining(", ", "{", "}"));
  }
}

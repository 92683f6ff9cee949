// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a model that was trained further is better than before: paired differences of the energy
 * scores of the same test rows, as metrics of the model.
 *
 * @param before mean energy score of the model before
 * @param difference mean of the score now less that before; below 0 if it is better now
 * @param error standard error of the mean difference, about these two models
 * @param rows test rows, at least 2
 */
public record Improvement(double before, double difference, double error, long rows) {
  private static final String BEFORE = "earlier.energy_score";
  private static final String DIFFERENCE = "earlier.difference";
  private static final String ERROR = "earlier.difference_error";
  private static final String ROWS = "earlier.rows";

  /** Standard errors beyond which a difference is no chance: one in twenty is. */
  private static final double BAND = 1.96;

  private static final int DIGITS = 3;

  /** Whether to switch. */
  public enum Advice {
    /** The model is better than before. */
    SWITCH,
    /** The model before is better. */
    KEEP,
    /** No difference that the rows show. */
    EITHER
  }

  /**
   * Of the energy scores of the same rows.
   *
   * @param weights how much each row counts
   * @return empty for fewer than 2 rows
   */
  public static Optional<Improvement> of(double[] before, double[] now, RowWeights weights) {
    int n = now.length;
    if (n < 2) {
      return Optional.empty();
    }
    double[] differences = new double[n];
    Arrays.setAll(differences, i -> now[i] - before[i]);
    return Optional.of(
        new Improvement(
            weights.mean(before),
            weights.mean(differences),
            weights.standardError(differences),
            n));
  }

  /** By their names, for the metrics of a model. */
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(BEFORE, before);
    metrics.put(DIFFERENCE, difference);
    metrics.put(ERROR, error);
    metrics.put(ROWS, (double) rows);
    return metrics;
  }

  /** The entry in the metrics of a model; empty if it was not trained further. */
  public static Optional<Improvement> of(Map<String, Double> metrics) {
    ReadMetrics read = new ReadMetrics(metrics);
    return read.find(BEFORE)
        .map(
            before ->
                new Improvement(before, read.get(DIFFERENCE), read.get(ERROR), read.count(ROWS)));
  }

  /** What to do. */
  public Advice advice() {
    return difference < -BAND * error
        ? Advice.SWITCH
        : difference > BAND * error ? Advice.KEEP : Advice.EITHER;
  }

  /** In a sentence. */
  public String text() {
    String scores =
        "energy score %s instead of %s, difference %s over %s test rows"
            .formatted(
                NumberText.of(before + difference, DIGITS),
                NumberText.of(before, DIGITS),
                NumberText.withSpread(difference, error),
                NumberText.count(rows));
    return switch (advice()) {
      case SWITCH ->
          "Switch to this model: it is better than the earlier one (%s).".formatted(scores);
      case KEEP -> "Keep the earlier model: it is better than this one (%s).".formatted(scores);
      case EITHER ->
          "The test rows show no clear difference to the earlier model (%s).".formatted(scores);
    };
  }
}

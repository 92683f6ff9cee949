// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.array.Observations;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.PinballLoss;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Predicted quantiles of one output, for predictions in the form of quantiles instead of draws.
 *
 * @param probabilities tau, ascending, each inside (0, 1), at least one
 * @param values {@code [n][Q]}, finite, n at least 1; in a row they should ascend
 */
public record QuantilePredictions(List<Double> probabilities, double[][] values) {
  /** Checks order and sizes. */
  public QuantilePredictions {
    probabilities = List.copyOf(probabilities);
    double last = 0;
    for (double probability : probabilities) {
      if (!(probability > last && probability < 1)) {
        throw new IllegalArgumentException(
            "quantile probabilities: %s (expected: inside (0, 1), ascending)"
                .formatted(probabilities));
      }
      last = probability;
    }
    if (probabilities.isEmpty() || values.length == 0) {
      throw new IllegalArgumentException(
          "quantiles: %s probabilities, %s rows (expected: at least one of each)"
              .formatted(probabilities.size(), values.length));
    }
    Observations.check(values.length, probabilities.size(), values);
  }

  /**
   * The scores of quantiles: {@code pinball} and {@code pinball_0.5} for each probability; {@code
   * mae_median} where the median is among them; for each pair tau and 1 - tau {@code picp_0.9},
   * {@code width_0.9}, {@code relative_width_0.9}, {@code winkler_0.9} of the interval between
   * them, and {@code mace} over these.
   *
   * @param observed {@code [n]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public PredictiveScores scores(double[] observed) {
    double[][] column = new double[observed.length][];
    java.util.Arrays.setAll(column, i -> new double[] {observed[i]});
    Observations.check(values.length, 1, column);
    Map<String, Double> scores = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    pinball(observed, scores);
    int median = probabilities.indexOf(.5);
    if (median >= 0) {
      double sum = 0;
      for (int i = 0; i < observed.length; i++) {
        sum += Math.abs(values[i][median] - observed[i]);
      }
      scores.put("mae_median", sum / observed.length);
    }
    intervals(column, scores, notes);
    crossings(notes);
    return PredictiveScores.finite(scores, notes);
  }

  private void pinball(double[] observed, Map<String, Double> into) {
    double mean = 0;
    Map<String, Double> each = new LinkedHashMap<>();
    for (int q = 0; q < probabilities.size(); q++) {
      double sum = 0;
      for (int i = 0; i < observed.length; i++) {
        sum += PinballLoss.of(probabilities.get(q), values[i][q], observed[i]);
      }
      each.put("pinball_" + CoverageLevels.text(probabilities.get(q)), sum / observed.length);
      mean += sum / observed.length / probabilities.size();
    }
    into.put("pinball", mean);
    into.putAll(each);
  }

  private void intervals(double[][] observed, Map<String, Double> into, List<String> notes) {
    List<Double> levels = new ArrayList<>();
    List<int[]> ends = new ArrayList<>();
    for (int low = probabilities.size() - 1; low >= 0; low--) {
      int high = probabilities.indexOf(opposite(probabilities.get(low)));
      if (probabilities.get(low) < .5 && high >= 0) {
        levels.add(level(probabilities.get(low)));
        ends.add(new int[] {low, high});
      }
    }
    if (levels.isEmpty()) {
      notes.add(
          "picp, width, winkler, mace: no pair of probabilities tau and 1 - tau (expected: one)");
      return;
    }
    IntervalEvaluation sums = new IntervalEvaluation(levels, 1);
    for (int i = 0; i < observed.length; i++) {
      sums.addRow(observed[i], 1);
      for (int l = 0; l < levels.size(); l++) {
        double[] low = {values[i][ends.get(l)[0]]};
        double[] high = {values[i][ends.get(l)[1]]};
        sums.add(l, low, high, observed[i]);
      }
    }
    into.put("mace", sums.mace());
    sums.put(into, notes);
  }

  /** In exact decimals: 1 - 0.95 is not 0.05 in binary. */
  private static double opposite(double probability) {
    return java.math.BigDecimal.ONE.subtract(CoverageLevels.exact(probability)).doubleValue();
  }

  private static double level(double low) {
    java.math.BigDecimal exact = CoverageLevels.exact(low);
    return java.math.BigDecimal.ONE.subtract(exact.add(exact)).doubleValue();
  }

  private void crossings(List<String> notes) {
    int rows = 0;
    for (double[] row : values) {
      boolean crossed = false;
      for (int q = 1; q < row.length; q++) {
        crossed |= row[q] < row[q - 1];
      }
      rows += crossed ? 1 : 0;
    }
    if (rows > 0) {
      notes.add(
          "quantiles cross in %s of %s rows; they are scored as they are"
              .formatted(rows, values.length));
    }
  }
}

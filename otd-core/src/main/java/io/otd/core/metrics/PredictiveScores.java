package io.otd.core.metrics;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of one set of predictions by name, in a fixed order: {@code rmse}, {@code mae}, {@code
 * energy_score} with its terms {@code fit} and {@code dispersion}, {@code crps_empirical}, {@code
 * mace}, then for each level such as 0.9 {@code picp_0.9}, {@code width_0.9}, {@code
 * relative_width_0.9} and, for several outputs, {@code joint_picp_0.9}.
 *
 * @implNote Relative widths divide by the range of the observed targets, as in the paper's
 *     Ginzburg-Landau table; where an output was observed constant they are not defined and left
 *     out.
 * @param values by name, each finite
 */
public record PredictiveScores(Map<String, Double> values) {
  /** Fixes the order and checks the values. */
  public PredictiveScores {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    values.forEach(
        (name, value) -> {
          if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: finite)");
          }
        });
  }

  /**
   * Computes all scores.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param levels of the intervals, at least one, each inside (0, 1); see {@link CoverageLevels}
   * @throws IllegalArgumentException if sizes differ, a value is not finite or a level is out of
   *     range
   */
  public static PredictiveScores of(Draws draws, double[][] observed, List<Double> levels) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("rmse", PointErrors.rmse(draws, observed));
    values.put("mae", PointErrors.mae(draws, observed));
    SampleEnergyScore energy = SampleEnergyScore.of(draws, observed);
    values.put("energy_score", energy.mean());
    values.put("fit", energy.fit());
    values.put("dispersion", energy.dispersion());
    values.put("crps_empirical", EmpiricalCrps.mean(draws, observed));
    List<CentralIntervals> intervals = CentralIntervals.of(draws, levels);
    values.put("mace", CoverageError.mace(intervals, observed));
    double[] ranges = ranges(observed);
    for (CentralIntervals at : intervals) {
      putInterval(values, at, observed, ranges);
    }
    return new PredictiveScores(values);
  }

  /**
   * One score.
   *
   * @throws IllegalArgumentException if there is none of this name, listing the names
   */
  public double get(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "score: " + name + " (expected: one of " + values.keySet() + ")");
    }
    return value;
  }

  /** The same with one score more. */
  public PredictiveScores with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new PredictiveScores(more);
  }

  private static void putInterval(
      Map<String, Double> values, CentralIntervals at, double[][] observed, double[] ranges) {
    String level = CoverageLevels.text(at.level());
    values.put("picp_" + level, at.coverage(observed));
    values.put("width_" + level, at.width());
    if (Arrays.stream(ranges).allMatch(range -> range > 0)) {
      values.put("relative_width_" + level, at.relativeWidth(ranges));
    }
    if (at.outputs() > 1) {
      values.put("joint_picp_" + level, at.jointCoverage(observed));
    }
  }

  /** Largest less smallest observed value of each output. */
  private static double[] ranges(double[][] observed) {
    double[] result = new double[observed[0].length];
    for (int j = 0; j < result.length; j++) {
      double smallest = Double.POSITIVE_INFINITY;
      double largest = Double.NEGATIVE_INFINITY;
      for (double[] row : observed) {
        smallest = Math.min(smallest, row[j]);
        largest = Math.max(largest, row[j]);
      }
      result[j] = largest - smallest;
    }
    return result;
  }
}

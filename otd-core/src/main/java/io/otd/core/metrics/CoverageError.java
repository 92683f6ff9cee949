package io.otd.core.metrics;

import java.util.List;

/**
 * The mean absolute coverage error {@code MACE = 1/|A| sum_{alpha in A} |PICP(alpha) - alpha|}
 * (paper, "Diagnostic metrics").
 *
 * @implNote The paper has one output. For several it is the mean of their MACE: too many in one
 *     output and too few in another do not cancel.
 */
public final class CoverageError {
  private CoverageError() {}

  /**
   * The error over levels.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @param levels A, at least one, each inside (0, 1)
   * @throws IllegalArgumentException if sizes differ, a value is not finite or a level is out of
   *     range
   */
  public static double mace(Draws draws, double[][] observed, List<Double> levels) {
    Observations.check(draws, observed);
    return mace(CentralIntervals.of(draws, levels), observed);
  }

  /**
   * The error over intervals that are there already.
   *
   * @param intervals of the levels, at least one
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if there are none, the sizes differ or a value is not finite
   */
  public static double mace(List<CentralIntervals> intervals, double[][] observed) {
    if (intervals.isEmpty()) {
      throw new IllegalArgumentException("intervals: none (expected: at least one level)");
    }
    double[][] coverage = new double[intervals.size()][intervals.get(0).outputs()];
    for (int l = 0; l < coverage.length; l++) {
      for (int j = 0; j < coverage[l].length; j++) {
        coverage[l][j] = intervals.get(l).coverage(observed, j);
      }
    }
    return ofCoverage(intervals.stream().map(CentralIntervals::level).toList(), coverage);
  }

  /** The error of {@code [A][d_y]} coverages. */
  static double ofCoverage(List<Double> levels, double[][] coverage) {
    double sum = 0;
    for (int l = 0; l < coverage.length; l++) {
      for (double covered : coverage[l]) {
        sum += Math.abs(covered - levels.get(l)) / coverage[l].length;
      }
    }
    return sum / coverage.length;
  }
}

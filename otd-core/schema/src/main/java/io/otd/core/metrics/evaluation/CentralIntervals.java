// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.array.Observations;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.List;

/**
 * The central predictive interval {@code [q((1 - alpha) / 2), q((1 + alpha) / 2)]} of each output
 * of each row, ends included (paper, "Diagnostic metrics"), or a calibrated one in its place.
 * {@link IntervalEvaluation} scores them. Immutable.
 *
 * @implNote The paper has one output. For several, intervals are those of each output.
 */
public final class CentralIntervals {
  private final double level;
  private final double[][] low;
  private final double[][] high;

  private CentralIntervals(double level, int rows, int outputs) {
    this.level = level;
    this.low = new double[rows][outputs];
    this.high = new double[rows][outputs];
  }

  /**
   * The intervals of several levels; the draws are sorted once.
   *
   * @param draws {@code [K, n, d_y]}
   * @param levels alpha, each inside (0, 1), at least one
   * @throws IllegalArgumentException if a level is out of range
   */
  public static List<CentralIntervals> of(Draws draws, List<Double> levels) {
    List<CentralIntervals> result = new ArrayList<>();
    for (double level : CoverageLevels.check(levels)) {
      result.add(new CentralIntervals(level, draws.rows(), draws.outputs()));
    }
    List<IntervalRanks> ranks = IntervalRanks.of(levels, draws.draws());
    for (int i = 0; i < draws.rows(); i++) {
      for (int j = 0; j < draws.outputs(); j++) {
        double[] ascending = draws.sorted(i, j);
        for (int l = 0; l < ranks.size(); l++) {
          result.get(l).low[i][j] = ascending[ranks.get(l).low()];
          result.get(l).high[i][j] = ascending[ranks.get(l).high()];
        }
      }
    }
    return List.copyOf(result);
  }

  /**
   * Intervals that were found otherwise, e.g. calibrated ones.
   *
   * @param level alpha, inside (0, 1)
   * @param low {@code [n][d_y]}, may be minus infinity; copied
   * @param high {@code [n][d_y]}, not below {@code low}, may be infinity; copied
   * @throws IllegalArgumentException if the level is out of range, sizes differ, an end is NaN or
   *     the ends are in the wrong order
   */
  public static CentralIntervals given(double level, double[][] low, double[][] high) {
    CoverageLevels.exact(level);
    if (low.length == 0 || low.length != high.length) {
      throw new IllegalArgumentException(
          "interval ends: %s and %s rows (expected: as many, at least 1)"
              .formatted(low.length, high.length));
    }
    CentralIntervals result = new CentralIntervals(level, low.length, low[0].length);
    for (int i = 0; i < low.length; i++) {
      for (int j = 0; j < result.outputs(); j++) {
        if (!(low[i][j] <= high[i][j])) {
          throw new IllegalArgumentException(
              "interval of row %s: [%s, %s] (expected: ascending)"
                  .formatted(i, low[i][j], high[i][j]));
        }
        result.low[i][j] = low[i][j];
        result.high[i][j] = high[i][j];
      }
    }
    return result;
  }

  /** alpha. */
  public double level() {
    return level;
  }

  /** Number of outputs d_y. */
  public int outputs() {
    return low[0].length;
  }

  /** The lower ends of one row, {@code [d_y]}, not copied. */
  double[] low(int row) {
    return low[row];
  }

  /** The upper ends of one row, {@code [d_y]}, not copied. */
  double[] high(int row) {
    return high[row];
  }

  /** The lower end, in the target's units. */
  public double low(int row, int output) {
    return low[row][output];
  }

  /** The upper end, in the target's units. */
  public double high(int row, int output) {
    return high[row][output];
  }

  /**
   * The prediction interval coverage probability {@code PICP = 1/n sum_i 1{y_i in I_i}}, mean over
   * the outputs.
   *
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public double coverage(double[][] observed) {
    Observations.check(low.length, outputs(), observed);
    int covered = 0;
    for (int i = 0; i < low.length; i++) {
      for (int j = 0; j < outputs(); j++) {
        covered += contains(i, j, observed[i][j]) ? 1 : 0;
      }
    }
    return (double) covered / low.length / outputs();
  }

  /** Whether a value lies in an interval, ends included. */
  public boolean contains(int row, int output, double value) {
    return low[row][output] <= value && value <= high[row][output];
  }
}

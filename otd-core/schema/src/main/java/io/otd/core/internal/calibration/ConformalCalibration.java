// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CentralIntervals;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Split-conformal intervals (Vovk, Gammerman and Shafer 2005; Lei et al. 2018): offsets found on
 * rows that nothing else was fitted on, with which the interval of a new row contains its value
 * with probability alpha or more, for any model, if that row and the calibration rows are
 * exchangeable. For several outputs this is said of each, not of all together.
 *
 * @implNote The probability is over calibration rows and new row together, and holds exactly for
 *     predictions from the same draws as were calibrated; with other draws of the same law it holds
 *     up to their Monte Carlo error.
 * @param rule the score
 * @param rows calibration rows
 * @param levels with their offsets
 */
public record ConformalCalibration(ConformalRule rule, int rows, List<ConformalLevel> levels) {
  /** No intervals. */
  public static final ConformalCalibration NONE =
      new ConformalCalibration(new ConformalRule.None(), 0, List.of());

  /** Checks the sizes. */
  public ConformalCalibration {
    levels = List.copyOf(levels);
    boolean none = rule instanceof ConformalRule.None;
    if (none != levels.isEmpty() || none != (rows < 1)) {
      throw new IllegalArgumentException(
          "conformal calibration: rule %s, %s rows, %s levels (expected: none, or rows and levels)"
              .formatted(rule, rows, levels.size()));
    }
  }

  /** Whether there are no intervals. */
  public boolean absent() {
    return levels.isEmpty();
  }

  /**
   * Checks that there is an offset for each output at every level.
   *
   * @param outputs d_y
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void requireOutputs(int outputs) {
    rule.requireOutputs(outputs);
    for (ConformalLevel at : levels) {
      if (at.offsets().size() != outputs) {
        throw new IllegalArgumentException(
            "conformal offsets of level %s: %s (expected: %s, one an output)"
                .formatted(at.level(), at.offsets().size(), outputs));
      }
    }
  }

  /**
   * The intervals of rows.
   *
   * @param draws {@code [K, n, d_y]}, in the targets' units, otherwise calibrated
   * @return one per level, ends infinite if the offset is
   */
  public List<CentralIntervals> intervals(Draws draws) {
    List<CentralIntervals> result = new ArrayList<>();
    for (ConformalLevel at : levels) {
      double[][] low = new double[draws.rows()][draws.outputs()];
      double[][] high = new double[draws.rows()][draws.outputs()];
      for (int i = 0; i < draws.rows(); i++) {
        for (int j = 0; j < draws.outputs(); j++) {
          ConformalRule.Bounds bounds =
              rule.bounds(new ConformalRule.Law(draws, i, j, at.level()), at.offsets().get(j));
          low[i][j] = bounds.low();
          high[i][j] = bounds.high();
        }
      }
      result.add(CentralIntervals.given(at.level(), low, high));
    }
    return List.copyOf(result);
  }

  /**
   * Warnings for the user: the levels whose intervals have no ends, and the rows they need.
   *
   * @return possibly empty
   */
  public List<String> notices() {
    List<String> notices = new ArrayList<>();
    for (ConformalLevel at : levels) {
      if (!at.bounded()) {
        notices.add(
            "conformal intervals of level %s are unbounded: %s calibration rows (expected: at least"
                    .formatted(at.level(), rows)
                + " %s)".formatted(ConformalLevel.fewestRows(at.level())));
      }
    }
    return notices;
  }

  /** Scores of calibration rows, added incrementally. For one thread at a time. */
  public static final class Fit {
    private final ConformalRule rule;
    private final List<Double> levels;
    private final List<double[][][]> blocks = new ArrayList<>();
    private final List<RowWeights> weights = new ArrayList<>();
    private int rows;

    /**
     * Starts without scores.
     *
     * @param rule the score, not {@link ConformalRule.None}
     * @param levels each inside (0, 1), at least one
     */
    public Fit(ConformalRule rule, List<Double> levels) {
      this.rule = rule;
      this.levels = List.copyOf(levels);
    }

    /**
     * Scores further rows.
     *
     * @param draws {@code [K, n, d_y]}, in the targets' units, otherwise calibrated
     * @param observed {@code [n][d_y]}, finite
     * @param counted how much each row counts
     */
    public void add(Draws draws, double[][] observed, RowWeights counted) {
      double[][][] scores = new double[levels.size()][draws.outputs()][draws.rows()];
      for (int l = 0; l < scores.length; l++) {
        for (int j = 0; j < draws.outputs(); j++) {
          for (int i = 0; i < draws.rows(); i++) {
            scores[l][j][i] =
                rule.score(new ConformalRule.Law(draws, i, j, levels.get(l)), observed[i][j]);
          }
        }
      }
      blocks.add(scores);
      weights.add(counted);
      rows += draws.rows();
    }

    /**
     * The calibration.
     *
     * @throws IllegalStateException if there are no rows
     */
    public ConformalCalibration fitted() {
      if (rows == 0) {
        throw new IllegalStateException("no calibration rows");
      }
      List<ConformalLevel> result = new ArrayList<>();
      for (int l = 0; l < levels.size(); l++) {
        List<Double> offsets = new ArrayList<>();
        for (int j = 0; j < blocks.get(0)[l].length; j++) {
          offsets.add(ConformalLevel.offset(scores(l, j), RowWeights.all(weights), levels.get(l)));
        }
        result.add(new ConformalLevel(levels.get(l), offsets));
      }
      return new ConformalCalibration(rule, rows, result);
    }

    private double[] scores(int level, int output) {
      return blocks.stream().flatMapToDouble(b -> Arrays.stream(b[level][output])).toArray();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.array.Observations;
import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.IntervalScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores predictive intervals, from draws or calibrated ones, incrementally: coverage, width
 * (paper, "Diagnostic metrics") and {@link IntervalScore}. One thread at a time.
 *
 * @implNote The paper has one output. For several, coverage and width are means over the outputs,
 *     and the joint coverage is added.
 */
public final class IntervalEvaluation {
  private final List<Double> levels;
  private final double[][] inside;
  private final double[] allInside;
  private final double[][] width;
  private final double[][] score;
  private final long[] infinite;
  private final double[] smallest;
  private final double[] largest;
  private long rows;
  private double weight;
  private double weights;

  /**
   * Starts without scores.
   *
   * @param levels alpha, each inside (0, 1), at least one
   * @param outputs d_y, at least 1
   */
  public IntervalEvaluation(List<Double> levels, int outputs) {
    this.levels = CoverageLevels.check(levels);
    this.inside = new double[levels.size()][outputs];
    this.allInside = new double[levels.size()];
    this.width = new double[levels.size()][outputs];
    this.score = new double[levels.size()][outputs];
    this.infinite = new long[levels.size()];
    this.smallest = new double[outputs];
    this.largest = new double[outputs];
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
  }

  /**
   * Scores further rows.
   *
   * @param intervals of each level, in order, for these rows
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if sizes or levels differ or a value is not finite
   */
  public void add(List<CentralIntervals> intervals, double[][] observed) {
    add(intervals, observed, RowWeights.equal(observed.length).of());
  }

  /**
   * The same of rows that do not count the same.
   *
   * @param weights {@code [n]}, above 0
   */
  public void add(List<CentralIntervals> intervals, double[][] observed, double[] weights) {
    List<Double> given = intervals.stream().map(CentralIntervals::level).toList();
    Check.that(given.equals(levels), "levels of intervals", given, "%s", levels);
    Observations.check(observed.length, smallest.length, observed);
    for (int i = 0; i < observed.length; i++) {
      addRow(observed[i], weights[i]);
      for (int l = 0; l < levels.size(); l++) {
        add(l, intervals.get(l).low(i), intervals.get(l).high(i), observed[i]);
      }
    }
  }

  /**
   * The scores of all rows added: {@code mace}, then for each level {@code picp_0.9} and so on as
   * in {@link PredictiveScores}.
   *
   * @throws IllegalStateException if there are none
   */
  public PredictiveScores scores() {
    if (rows == 0) {
      throw new IllegalStateException("no rows were scored");
    }
    Map<String, Double> values = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    values.put("mace", mace());
    put(values, notes);
    return PredictiveScores.finite(values, notes);
  }

  /**
   * Takes the observed values of a row of some weight; its intervals follow, one call per level and
   * output.
   */
  void addRow(double[] observed, double counted) {
    rows++;
    weight = counted;
    weights += counted;
    for (int j = 0; j < observed.length; j++) {
      smallest[j] = Math.min(smallest[j], observed[j]);
      largest[j] = Math.max(largest[j], observed[j]);
    }
  }

  /** Takes the intervals of one level of a row, of which only the ends are known. */
  void add(int level, double[] low, double[] high, double[] observed) {
    double[] covered = new double[observed.length];
    for (int j = 0; j < covered.length; j++) {
      covered[j] = low[j] <= observed[j] && observed[j] <= high[j] ? 1 : 0;
    }
    add(level, low, high, observed, covered);
  }

  /**
   * Takes the intervals of one level of a row.
   *
   * @param low {@code [d_y]}
   * @param high {@code [d_y]}
   * @param covered how much of each observed value is inside, {@code [d_y]}, from 0 to 1
   */
  void add(int level, double[] low, double[] high, double[] observed, double[] covered) {
    boolean all = true;
    for (int j = 0; j < observed.length; j++) {
      all &= low[j] <= observed[j] && observed[j] <= high[j];
      inside[level][j] += weight * covered[j];
      width[level][j] += weight * (high[j] - low[j]);
      score[level][j] += weight * IntervalScore.of(levels.get(level), low[j], high[j], observed[j]);
      infinite[level] += Double.isInfinite(high[j] - low[j]) ? 1 : 0;
    }
    allInside[level] += all ? weight : 0;
  }

  /**
   * The mean absolute coverage error {@code MACE = 1/|A| sum_{alpha in A} |PICP(alpha) - alpha|}
   * (paper, "Diagnostic metrics").
   *
   * @implNote The paper has one output. For several it is the mean of their MACE: too many in one
   *     output and too few in another do not cancel.
   */
  double mace() {
    double sum = 0;
    for (int l = 0; l < levels.size(); l++) {
      for (double covered : inside[l]) {
        sum += Math.abs(covered / weights - levels.get(l)) / inside[l].length;
      }
    }
    return sum / levels.size();
  }

  /** Adds the scores of each level; those of unbounded intervals are left out and reported. */
  void put(Map<String, Double> into, List<String> notes) {
    int outputs = smallest.length;
    boolean ranges = true;
    for (int j = 0; j < outputs; j++) {
      ranges &= largest[j] > smallest[j];
    }
    for (int l = 0; l < levels.size(); l++) {
      String level = CoverageLevels.text(levels.get(l));
      into.put("picp_" + level, Arrays.stream(inside[l]).sum() / weights / outputs);
      if (outputs > 1) {
        into.put("joint_picp_" + level, allInside[l] / weights);
      }
      if (infinite[l] > 0) {
        notes.add(
            "level %s: %s of %s intervals are unbounded; width and winkler are not defined"
                .formatted(level, infinite[l], rows * outputs));
        continue;
      }
      into.put("width_" + level, Arrays.stream(width[l]).sum() / weights / outputs);
      if (ranges) {
        double relative = 0;
        for (int j = 0; j < outputs; j++) {
          relative += width[l][j] / weights / (largest[j] - smallest[j]);
        }
        into.put("relative_width_" + level, relative / outputs);
      }
      into.put("winkler_" + level, Arrays.stream(score[l]).sum() / weights / outputs);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Scores of calibration rows, added incrementally. For one thread at a time. */
public final class ConformalFit {
  private final ConformalRule rule;
  private final List<Double> levels;
  private final List<double[][][]> blocks = new ArrayList<>();
  private final List<RowWeights> weights = new ArrayList<>();
  private final Map<RowGroup, List<Integer>> groups = new LinkedHashMap<>();
  private int rows;

  /**
   * Starts without scores.
   *
   * @param rule the score, not {@link ConformalRule.None}
   * @param levels each inside (0, 1), at least one
   */
  public ConformalFit(ConformalRule rule, List<Double> levels) {
    this.rule = rule;
    this.levels = List.copyOf(levels);
  }

  /**
   * Scores further rows.
   *
   * @param draws {@code [K, n, d_y]}, in the targets' units, otherwise calibrated
   * @param observed {@code [n][d_y]}, finite
   * @param counted how much each row counts
   * @param of the group of each row, {@code [n]}
   */
  public void add(Draws draws, double[][] observed, RowWeights counted, List<RowGroup> of) {
    blocks.add(
        levels.stream().map(level -> scores(draws, observed, level)).toArray(double[][][]::new));
    weights.add(counted);
    for (RowGroup group : of) {
      groups.computeIfAbsent(group, g -> new ArrayList<>()).add(rows++);
    }
  }

  /** {@code [d_y][n]}; of a joint rule each output has the largest score of the row. */
  private double[][] scores(Draws draws, double[][] observed, double level) {
    double[][] scores = new double[draws.outputs()][draws.rows()];
    for (int j = 0; j < scores.length; j++) {
      for (int i = 0; i < observed.length; i++) {
        scores[j][i] = rule.score(new ConformalRule.Law(draws, i, j, level), observed[i][j]);
      }
    }
    if (rule.joint()) {
      double[] largest = new double[draws.rows()];
      Arrays.setAll(
          largest, i -> Arrays.stream(scores).mapToDouble(of -> of[i]).max().orElseThrow());
      Arrays.fill(scores, largest);
    }
    return scores;
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
    RowWeights counted = RowWeights.all(weights);
    List<ConformalLevel> all = levels(IntStream.range(0, rows).toArray(), counted);
    return groups.size() == 1
        ? new ConformalCalibration(rule, rows, all)
        : new ConformalCalibration(rule, rows, all, groups(all, counted));
  }

  private List<ConformalCalibration.OfGroup> groups(List<ConformalLevel> all, RowWeights counted) {
    List<ConformalCalibration.OfGroup> result = new ArrayList<>();
    groups.forEach(
        (group, members) -> {
          int[] some = members.stream().mapToInt(i -> i).toArray();
          RowWeights own = counted.at(some);
          if (!group.equals(RowGroup.NONE) && own.worth(ConformalCalibration.FEWEST_ROWS)) {
            result.add(ofGroup(group, levels(some, own), all, some.length));
          }
        });
    result.sort(Comparator.comparing(of -> of.group().label()));
    return result;
  }

  private static ConformalCalibration.OfGroup ofGroup(
      RowGroup group, List<ConformalLevel> own, List<ConformalLevel> all, int rows) {
    return new ConformalCalibration.OfGroup(
        group,
        rows,
        IntStream.range(0, own.size())
            .mapToObj(l -> own.get(l).bounded() ? own.get(l) : all.get(l))
            .toList());
  }

  private List<ConformalLevel> levels(int[] some, RowWeights counted) {
    List<ConformalLevel> result = new ArrayList<>();
    for (int l = 0; l < levels.size(); l++) {
      List<Double> offsets = new ArrayList<>();
      for (int j = 0; j < blocks.get(0)[l].length; j++) {
        double[] scores = scores(l, j);
        offsets.add(
            ConformalLevel.offset(
                Arrays.stream(some).mapToDouble(i -> scores[i]).toArray(), counted, levels.get(l)));
      }
      result.add(new ConformalLevel(levels.get(l), offsets));
    }
    return result;
  }

  private double[] scores(int level, int output) {
    return blocks.stream().flatMapToDouble(b -> Arrays.stream(b[level][output])).toArray();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The fit of the factors of groups of rows: the logarithm of each, relative to the common factor,
 * is the one of the smallest energy score of the group's rows, if it is a {@link ClearEstimate}.
 *
 * @param same the calibration of all rows
 * @param validation {@code [K, n, d_y]}
 * @param observed {@code [n][d_y]}
 * @param weights how much each row counts
 * @param settle the replacement of a draw for scoring, if draws are replaced
 */
record SpreadGroups(
    SpreadCalibration same,
    Draws validation,
    double[][] observed,
    RowWeights weights,
    Optional<Draws.Transform> settle) {
  /** The largest logarithm that is fitted, with either sign. */
  static final double MOST = 1.5;

  private static final double RESOLUTION = .002;

  /**
   * Fits.
   *
   * @param groups of the rows
   * @return those with enough rows, in the order of their labels; none if all rows are of one
   */
  List<SpreadCalibration.OfGroup> fit(List<RowGroup> groups) {
    Map<RowGroup, List<Integer>> rows = new LinkedHashMap<>();
    IntStream.range(0, groups.size())
        .forEach(i -> rows.computeIfAbsent(groups.get(i), g -> new ArrayList<>()).add(i));
    if (rows.size() == 1) {
      return List.of();
    }
    rows.remove(RowGroup.NONE);
    List<SpreadCalibration.OfGroup> result = new ArrayList<>();
    rows.forEach(
        (group, members) -> {
          int[] some = members.stream().mapToInt(i -> i).toArray();
          if (weights.at(some).worth(ClearEstimate.FEWEST_ROWS)) {
            result.add(new SpreadCalibration.OfGroup(group, factor(some)));
          }
        });
    result.sort(Comparator.comparing(of -> of.group().label()));
    return result;
  }

  private double factor(int[] rows) {
    int most = Math.min(validation.draws(), SpreadPower.MAX_DRAWS);
    Draws draws = validation.first(most).at(rows);
    double[] variances = draws.variances();
    RowWeights counted = weights.at(rows);
    if (!ClearEstimate.possible(variances, counted)) {
      return 1;
    }
    double[][] values = IntStream.of(rows).mapToObj(i -> observed[i]).toArray(double[][]::new);
    SpreadLoss loss = SpreadLoss.of(draws, values, counted, settle);
    double log =
        GoldenSection.smallest(
            x -> counted.mean(scores(loss, variances, x)), -MOST, MOST, RESOLUTION);
    return Math.exp(
        ClearEstimate.shrunk(
            log,
            counted,
            scores(loss, variances, log - ClearEstimate.STEP),
            scores(loss, variances, log),
            scores(loss, variances, log + ClearEstimate.STEP)));
  }

  private double[] scores(SpreadLoss loss, double[] variances, double log) {
    return loss.byRow(row -> same.factor(variances[row]) * Math.exp(log));
  }
}

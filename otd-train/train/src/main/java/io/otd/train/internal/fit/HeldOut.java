// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.schema.TargetColumn;
import io.otd.train.explanation.Estimate;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.preparation.Supports;
import io.otd.train.internal.result.Samples;
import io.otd.train.internal.result.ValidationEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Predictions of rows by members that have not seen them.
 *
 * @param draws {@code [K, n, d_y]}, on the network's scale, before bounds count
 * @param observed {@code [n][d_y]}, on the same scale
 * @param weights how much each row counts
 * @param targets d_y of them
 * @param groups of the rows, {@code [n]}
 */
record HeldOut(
    Draws draws,
    double[][] observed,
    RowWeights weights,
    List<TargetColumn> targets,
    List<RowGroup> groups) {
  /** Standard deviation of a uniform law of length 1. */
  private static final double UNIFORM = 1 / Math.sqrt(12);

  /** All rows of some, in order; as many draws of each. */
  static HeldOut all(List<HeldOut> parts) {
    return new HeldOut(
        Draws.ofRows(parts.stream().map(HeldOut::draws).toList()),
        parts.stream().flatMap(p -> Arrays.stream(p.observed)).toArray(double[][]::new),
        RowWeights.all(parts.stream().map(HeldOut::weights).toList()),
        parts.get(0).targets,
        parts.stream().flatMap(p -> p.groups.stream()).toList());
  }

  /** The draws after clipping and rounding. */
  Draws settled() {
    return Supports.settled(draws, targets);
  }

  /** Mean energy score. */
  double score() {
    return SampleEnergyScore.of(settled(), observed).mean(weights.of());
  }

  /**
   * The targets with bounds of their tails: no draw counts as farther outside the range of the
   * training targets than the value of any row here lies from the median of its draws, or a tenth
   * of this range. The outputs of a transform whose way back grows are bounded already.
   *
   * @param training targets of the training rows, in their units, {@code [n][d_y]}
   * @param free whether a target may take any value
   */
  List<TargetColumn> withTails(double[][] training, IntPredicate free) {
    List<TargetColumn> bounded = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      TargetColumn target = targets.get(j);
      bounded.add(
          target.transform().grows() || free.test(j) ? target : withTails(target, j, training));
    }
    return bounded;
  }

  private TargetColumn withTails(TargetColumn target, int output, double[][] training) {
    DoubleSummaryStatistics range =
        Arrays.stream(training).mapToDouble(row -> target.forward(row[output])).summaryStatistics();
    double farthest = 0;
    for (int i = 0; i < observed.length; i++) {
      double median = EmpiricalQuantile.at(.5).of(draws.sorted(i, output));
      farthest = Math.max(farthest, Math.abs(observed[i][output] - median));
    }
    return farthest > 0 ? target.withTails(range.getMin(), range.getMax(), farthest) : target;
  }

  /**
   * The energy score in the targets' units: of the draws as they are predicted, and of the values
   * as they are, also where no prediction can lie.
   *
   * @param points of each field, whose rows follow one another and depend on each other; 1 for rows
   *     of a table
   */
  ValidationEstimate estimate(int points) {
    Draws back = draws.map((output, value) -> targets.get(output).back(value));
    double[][] values = new double[observed.length][targets.size()];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[i].length; j++) {
        values[i][j] = targets.get(j).restore(observed[i][j]);
      }
    }
    double[] scores = SampleEnergyScore.of(back, values).byRow();
    Estimate score =
        points == 1
            ? Samples.estimate(scores, weights)
            : Samples.estimate(Samples.means(scores, points));
    return new ValidationEstimate(
        score.value(),
        score.standardError(),
        values.length,
        points == 1 ? 0 : values.length / points);
  }

  /** Mean energy score of all rows of some parts. */
  static double meanScore(List<HeldOut> parts) {
    double rows = parts.stream().mapToDouble(p -> p.weights.sum()).sum();
    return parts.size() == 1
        ? parts.get(0).score()
        : parts.stream().mapToDouble(p -> p.score() * p.weights.sum() / rows).sum();
  }

  /** The replacement of draws for scoring, if any is replaced. */
  private Optional<Draws.Transform> settle() {
    return targets.stream().allMatch(t -> t.support().everyNumber())
        ? Optional.empty()
        : Optional.of((output, value) -> targets.get(output).settled(value));
  }

  /** The best calibration of the spread. */
  SpreadCalibration bestSpread() {
    return SpreadCalibration.fit(draws, observed, weights, settle());
  }

  /**
   * A calibration of the spread whose factor may depend on the spread.
   *
   * @param same the one of the same factor in all rows
   */
  SpreadCalibration bySize(SpreadCalibration same) {
    return same.bySize(draws, observed, weights, settle());
  }

  /**
   * A calibration of the spread with factors of groups of rows.
   *
   * @param same that of all rows
   */
  SpreadCalibration byGroup(SpreadCalibration same) {
    return same.byGroup(draws, observed, weights, settle(), groups);
  }

  /** Numbers of the rows of a group. */
  int[] rows(RowGroup group) {
    return IntStream.range(0, observed.length).filter(i -> groups.get(i).equals(group)).toArray();
  }

  /** The same with the spread calibrated. */
  HeldOut with(SpreadCalibration spread) {
    return new HeldOut(spread.apply(draws, groups), observed, weights, targets, groups);
  }

  /** The same for targets of other possible values. */
  HeldOut with(List<TargetColumn> others) {
    return new HeldOut(draws, observed, weights, others, groups);
  }

  /**
   * The kernels by which the likelihood is measured. A point of a lattice represents the values
   * around it: narrower kernels would be overconfident.
   */
  KernelDensity density() {
    KernelDensity fitted = KernelDensity.fit(settled(), observed, weights);
    return targets.stream().allMatch(t -> t.support().lattice().absent())
        ? fitted
        : fitted.atLeast(
            targets.stream()
                .filter(t -> t.transform().linear())
                .mapToDouble(t -> UNIFORM * t.support().lattice().step() / t.scale())
                .max()
                .orElse(0));
  }
}

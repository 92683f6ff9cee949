// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.VarianceParts;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.predict.Interval;
import java.util.Arrays;
import java.util.List;

/**
 * Predictive distributions of the rows of a table: draws and their statistics, in the targets'
 * units. Methods without a target argument are for models with one target; with several targets
 * they throw. Immutable.
 */
public final class Predictions {
  private final List<String> targets;
  private final Draws draws;
  private final List<Integer> networks;
  private final List<CentralIntervals> conformal;

  /**
   * Takes draws.
   *
   * @param targets names, d_y of them
   * @param draws {@code [K, n, d_y]}
   * @param networks the number of each draw's network, K of them
   * @param conformal intervals of these rows, of each level of the model, possibly none
   */
  Predictions(
      List<String> targets, Draws draws, List<Integer> networks, List<CentralIntervals> conformal) {
    this.networks = List.copyOf(networks);
    this.targets = List.copyOf(targets);
    this.draws = draws;
    this.conformal = List.copyOf(conformal);
  }

  /** Names of the targets. */
  public List<String> targets() {
    return targets;
  }

  /** n. */
  public int rows() {
    return draws.rows();
  }

  /** All draws, {@code [K, n, d_y]}. */
  public Draws draws() {
    return draws;
  }

  /**
   * The draws of one row, a copy in the order drawn.
   *
   * @param row from 0
   */
  public double[] draws(int row) {
    return draws(row, only());
  }

  /**
   * The draws of one target of one row, a copy in the order drawn. Draw k of all targets belongs
   * together.
   *
   * @param row from 0
   * @param target name
   */
  public double[] draws(int row, String target) {
    return draws.of(row, place(target));
  }

  /**
   * Mean of one row.
   *
   * @param row from 0
   */
  public double mean(int row) {
    return mean(row, only());
  }

  /**
   * Mean of one target of one row.
   *
   * @param row from 0
   * @param target name
   */
  public double mean(int row, String target) {
    return draws.mean(row, place(target));
  }

  /**
   * Standard deviation of the draws of one row (divisor K).
   *
   * @param row from 0
   */
  public double standardDeviation(int row) {
    return standardDeviation(row, only());
  }

  /**
   * Standard deviation of the draws of one target of one row (divisor K).
   *
   * @param row from 0
   * @param target name
   */
  public double standardDeviation(int row, String target) {
    return draws.standardDeviation(row, place(target));
  }

  /**
   * The variance of one row within the networks and between them; see {@link #variance(int,
   * String)}.
   *
   * @param row from 0
   */
  public VarianceParts variance(int row) {
    return variance(row, only());
  }

  /**
   * The variance of one target of one row within the model's networks and between their means,
   * which sum to the square of the {@linkplain #standardDeviation standard deviation}. Networks are
   * the members of all components of a pool. Neither part is aleatoric or epistemic uncertainty.
   *
   * @param row from 0
   * @param target name
   */
  public VarianceParts variance(int row, String target) {
    return draws.variance(row, place(target), networks);
  }

  /**
   * Empirical quantile of one row.
   *
   * @param row from 0
   * @param q probability, above 0 and at most 1
   */
  public double quantile(int row, double q) {
    return quantile(row, only(), q);
  }

  /**
   * Empirical quantile of one target of one row: the {@code ceil(K q)}-th smallest draw.
   *
   * @param row from 0
   * @param target name
   * @param q probability, above 0 and at most 1
   */
  public double quantile(int row, String target, double q) {
    return EmpiricalQuantile.at(q).of(draws.sorted(row, place(target)));
  }

  /**
   * Interval of one row; see {@link #interval(int, String, double)}.
   *
   * @param row from 0
   * @param level probability inside, in (0, 1)
   */
  public Interval interval(int row, double level) {
    return interval(row, only(), level);
  }

  /**
   * Interval of one target of one row: the conformal one if the model was calibrated for this
   * level, which covers with at least this probability and may be unbounded; otherwise the central
   * one, from the {@code (1 - level) / 2} to the {@code (1 + level) / 2} quantile of the draws.
   *
   * @param row from 0
   * @param target name
   * @param level probability inside, in (0, 1)
   */
  public Interval interval(int row, String target, double level) {
    int output = place(target);
    for (CentralIntervals ends : conformal) {
      if (ends.level() == level) {
        return new Interval(ends.low(row, output), ends.high(row, output));
      }
    }
    double[] ascending = draws.sorted(row, output);
    return new Interval(
        EmpiricalQuantile.lower(level).of(ascending), EmpiricalQuantile.upper(level).of(ascending));
  }

  /**
   * Probability that the value of one row is at or below a threshold: the share of its draws.
   *
   * @param row from 0
   * @param threshold in the target's units, not NaN
   */
  public double probabilityBelow(int row, double threshold) {
    return probabilityBelow(row, only(), threshold);
  }

  /**
   * Probability that one target of one row is at or below a threshold: the share of its draws.
   *
   * @param row from 0
   * @param target name
   * @param threshold in the target's units, not NaN
   */
  public double probabilityBelow(int row, String target, double threshold) {
    return draws.probabilityBelow(row, place(target), threshold);
  }

  /**
   * Probabilities that one target of one row is at or below each of some thresholds.
   *
   * @param row from 0
   * @param target name
   * @param thresholds in the target's units, none NaN
   */
  public double[] probabilitiesBelow(int row, String target, double[] thresholds) {
    return Arrays.stream(thresholds).map(t -> probabilityBelow(row, target, t)).toArray();
  }

  /**
   * Probabilities that the value of one row is at or below each of some thresholds.
   *
   * @param row from 0
   * @param thresholds in the target's units, none NaN
   */
  public double[] probabilitiesBelow(int row, double[] thresholds) {
    return probabilitiesBelow(row, only(), thresholds);
  }

  private String only() {
    if (targets.size() != 1) {
      throw new IllegalStateException(
          "targets: " + targets + " (expected: one, or say which one is meant)");
    }
    return targets.get(0);
  }

  private int place(String target) {
    int place = targets.indexOf(target);
    Check.that(place >= 0, "target", target, "one of %s", targets);
    return place;
  }
}

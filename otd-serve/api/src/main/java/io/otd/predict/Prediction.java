// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.VarianceParts;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TargetColumn;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The predictive distribution of one row: S draws and their statistics, in the target's units. Draw
 * k of this row and draw k of any other row of the same model belong to one realisation of the
 * network. Immutable.
 *
 * <p>Methods without a target argument are for models with one target; with several targets they
 * throw.
 */
public final class Prediction {
  private final List<TargetColumn> targets;
  private final float[][] draws;
  private final double[][] ascending;
  private final double[] mean;
  private final double[] std;
  private final ConformalCalibration conformal;
  private final List<Integer> networks;
  private final OptionalLong version;

  /** Computed on first use; at worst twice, with the same result. */
  private volatile @Nullable List<CentralIntervals> calibrated;

  /**
   * Takes the draws of one row.
   *
   * @param targets d_y of them
   * @param mean {@code [d_y]}
   * @param std {@code [d_y]}
   * @param samples {@code [S, d_y]}, row-major
   * @param conformal calibrated intervals, possibly none
   * @param networks the number of each draw's network, from 0, S of them
   */
  public Prediction(
      List<TargetColumn> targets,
      float[] mean,
      float[] std,
      float[] samples,
      ConformalCalibration conformal,
      List<Integer> networks) {
    int outputs = targets.size();
    this.targets = targets;
    this.mean = Floats.widened(mean);
    this.std = Floats.widened(std);
    this.conformal = conformal;
    this.networks = networks;
    this.version = OptionalLong.empty();
    this.draws = new float[outputs][samples.length / outputs];
    this.ascending = new double[outputs][];
    for (int j = 0; j < outputs; j++) {
      for (int k = 0; k < draws[j].length; k++) {
        draws[j][k] = samples[k * outputs + j];
      }
      ascending[j] = Floats.widened(draws[j]);
      Arrays.sort(ascending[j]);
    }
  }

  /**
   * Takes the draws of one row and computes mean and standard deviation from them. {@link Draws} is
   * not used, because it rejects non-finite draws: a model may give such draws, and its caller
   * should see them.
   *
   * @param targets d_y of them
   * @param samples {@code [S, d_y]}, row-major
   * @param conformal calibrated intervals, possibly none
   * @param networks the number of each draw's network, from 0, S of them
   */
  public static Prediction of(
      List<TargetColumn> targets,
      float[] samples,
      ConformalCalibration conformal,
      List<Integer> networks) {
    int outputs = targets.size();
    float[] mean = new float[outputs];
    float[] std = new float[outputs];
    for (int j = 0; j < outputs; j++) {
      double sum = 0;
      for (int at = j; at < samples.length; at += outputs) {
        sum += samples[at];
      }
      double center = sum * outputs / samples.length;
      double squares = 0;
      for (int at = j; at < samples.length; at += outputs) {
        squares += (samples[at] - center) * (samples[at] - center);
      }
      mean[j] = (float) center;
      std[j] = (float) Math.sqrt(squares * outputs / samples.length);
    }
    return new Prediction(targets, mean, std, samples, conformal, networks);
  }

  private Prediction(Prediction same, OptionalLong version) {
    this.targets = same.targets;
    this.draws = same.draws;
    this.ascending = same.ascending;
    this.mean = same.mean;
    this.std = same.std;
    this.conformal = same.conformal;
    this.networks = same.networks;
    this.version = version;
  }

  /**
   * The same for a version of the model.
   *
   * @param number of the version, if there is one
   */
  public Prediction of(OptionalLong number) {
    return new Prediction(this, number);
  }

  /**
   * Number of the version of the model that made it, if its directory is named by a number. If the
   * predictor switches versions while in use, this is the version that answered.
   */
  public OptionalLong version() {
    return version;
  }

  /** Names of the targets, in order. */
  public List<String> targets() {
    return targets.stream().map(TargetColumn::name).toList();
  }

  /** Mean of the only target. */
  public double mean() {
    return mean(only());
  }

  /**
   * Mean of one target.
   *
   * @param target its position, from 0
   */
  public double mean(int target) {
    return mean[checked(target)];
  }

  /** Standard deviation of the draws of the only target (divisor S). */
  public double std() {
    return std(only());
  }

  /**
   * Standard deviation of the draws of one target (divisor S).
   *
   * @param target its position, from 0
   */
  public double std(int target) {
    return std[checked(target)];
  }

  /** The variance of the only target in two parts; see {@link #variance(int)}. */
  public VarianceParts variance() {
    return variance(only());
  }

  /**
   * The variance of one target within the model's networks and between their means, which sum to
   * the square of the {@linkplain #std(int) standard deviation}. Networks are the members of all
   * components of a pool. Neither part is aleatoric or epistemic uncertainty.
   *
   * @param target its position, from 0
   */
  public VarianceParts variance(int target) {
    double deviation = std(target);
    return VarianceParts.of(Floats.widened(draws[target]), networks, deviation * deviation);
  }

  /**
   * Empirical quantile of the only target: the {@code ceil(S q)}-th smallest draw.
   *
   * @param q probability, above 0 and at most 1
   */
  public double quantile(double q) {
    return quantile(only(), q);
  }

  /**
   * Empirical quantile of one target: the {@code ceil(S q)}-th smallest draw.
   *
   * @param target its position, from 0
   * @param q probability, above 0 and at most 1
   */
  public double quantile(int target, double q) {
    return EmpiricalQuantile.at(q).of(ascending[checked(target)]);
  }

  /**
   * Interval of the only target; see {@link #interval(int, double)}.
   *
   * @param level probability inside, in (0, 1)
   */
  public Interval interval(double level) {
    return interval(only(), level);
  }

  /**
   * Interval of one target: the conformal one where the model was calibrated for this level ({@link
   * Predictor#conformalLevels()}), which covers with at least the level and may be unbounded; else
   * the {@linkplain #centralInterval central} one.
   *
   * @param target its position, from 0
   * @param level probability inside, in (0, 1)
   */
  public Interval interval(int target, double level) {
    int output = checked(target);
    if (!conformal.absent()) {
      for (CentralIntervals ends : calibrated()) {
        if (ends.level() == level) {
          return new Interval(ends.low(0, output), ends.high(0, output));
        }
      }
    }
    return centralInterval(output, level);
  }

  private List<CentralIntervals> calibrated() {
    List<CentralIntervals> known = calibrated;
    if (known == null) {
      known = conformal.intervals(law(), targets);
      calibrated = known;
    }
    return known;
  }

  /**
   * Central interval of one target, from the {@code (1 - level) / 2} to the {@code (1 + level) / 2}
   * quantile of its draws.
   *
   * @param target its position, from 0
   * @param level probability inside, in (0, 1)
   */
  public Interval centralInterval(int target, double level) {
    double[] sorted = ascending[checked(target)];
    return new Interval(
        EmpiricalQuantile.lower(level).of(sorted), EmpiricalQuantile.upper(level).of(sorted));
  }

  /** The draws of this row. */
  private Draws law() {
    int count = draws[0].length;
    double[] values = new double[count * draws.length];
    for (int k = 0; k < count; k++) {
      for (int j = 0; j < draws.length; j++) {
        values[k * draws.length + j] = draws[j][k];
      }
    }
    return new Draws(count, 1, draws.length, values);
  }

  /**
   * Probability that the only target is at or below a threshold.
   *
   * @param threshold in the target's units, not NaN
   */
  public double probabilityBelow(double threshold) {
    return probabilityBelow(only(), threshold);
  }

  /**
   * Probability that one target is at or below a threshold: the share of its draws.
   *
   * @param target its position, from 0
   * @param threshold in the target's units, not NaN; compared in single precision, as the draws are
   */
  public double probabilityBelow(int target, double threshold) {
    if (Double.isNaN(threshold)) {
      throw new IllegalArgumentException("threshold: NaN (expected: a number)");
    }
    double[] sorted = ascending[checked(target)];
    double at = (float) threshold; // the float of 0.1 is above 0.1
    return (double) Arrays.stream(sorted).filter(y -> y <= at).count() / sorted.length;
  }

  /**
   * Probabilities that the only target is at or below each of some thresholds.
   *
   * @param thresholds in the target's units, none NaN
   */
  public double[] probabilitiesBelow(double[] thresholds) {
    return probabilitiesBelow(only(), thresholds);
  }

  /**
   * Probabilities that one target is at or below each of some thresholds.
   *
   * @param target its position, from 0
   * @param thresholds in the target's units, none NaN
   */
  public double[] probabilitiesBelow(int target, double[] thresholds) {
    return Arrays.stream(thresholds).map(t -> probabilityBelow(target, t)).toArray();
  }

  /** The S draws of the only target, a copy in the order drawn. */
  public float[] samples() {
    return samples(only());
  }

  /**
   * The S draws of one target, a copy in the order drawn. Draw k of all targets belongs together.
   *
   * @param target its position, from 0
   */
  public float[] samples(int target) {
    return draws[checked(target)].clone();
  }

  /**
   * The S draws of one target in ascending order, a copy.
   *
   * @param target its position, from 0
   */
  public double[] ascending(int target) {
    return ascending[checked(target)].clone();
  }

  private int only() {
    if (targets.size() != 1) {
      throw new IllegalStateException(
          "targets: " + targets() + " (expected: one, or say which one is meant)");
    }
    return 0;
  }

  private int checked(int target) {
    if (target < 0 || target >= targets.size()) {
      throw new IllegalArgumentException(
          "target: %s (expected: from 0 to %s)".formatted(target, targets.size() - 1));
    }
    return target;
  }

  @Override
  public String toString() {
    return "Prediction[targets=%s, mean=%s, std=%s, draws=%s]"
        .formatted(targets(), brief(mean), brief(std), draws[0].length);
  }

  private static List<String> brief(double[] values) {
    return Arrays.stream(values).mapToObj(NumberText::brief).toList();
  }
}

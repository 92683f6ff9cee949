// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Scales the distance of the draws from their mean, {@code mean + f (draw - mean)}. The factor is
 * the same for all rows, or depends on how wide the draws of a row are:
 *
 * <pre>
 *   f = factor * min(max(s / typical, 1 / RANGE), RANGE)^power
 * </pre>
 *
 * <p>where s is their standard deviation, over several outputs the root of the mean variance. So
 * the calibrated spread is a non-decreasing function of the predicted one. Rows of a group may have
 * a factor of their own in addition. All numbers are chosen on validation rows by the energy score.
 *
 * @param factor of a row of typical spread, greater than 0
 * @param power inside (-1, 1); 0 for the same factor in all rows
 * @param typical spread, greater than 0, in the units of the draws; without effect if the power is
 *     0
 * @param groups those with enough validation rows
 */
public record SpreadCalibration(double factor, double power, double typical, List<OfGroup> groups) {
  /** Leaves the draws unchanged. */
  public static final SpreadCalibration NONE = new SpreadCalibration(1);

  /** The smallest factor that is fitted. */
  public static final double SMALLEST = .01;

  /** The smallest factor of a pool, relative to that of its members. */
  public static final double SMALLEST_OF_POOL = .3;

  /** The largest factor that is fitted. */
  public static final double LARGEST = 6;

  /** A spread counts as at most so many times the typical one, and at least this part of it. */
  public static final double RANGE = 10;

  /**
   * A group of rows.
   *
   * @param group which rows
   * @param factor greater than 0, by which that of other rows is multiplied; 1 if rows do not show
   *     another one
   */
  public record OfGroup(RowGroup group, double factor) {
    /** Checks the range. */
    public OfGroup {
      Check.positive("spread factor of group " + group, factor);
    }
  }

  /** Checks the ranges. */
  public SpreadCalibration {
    groups = List.copyOf(groups);
    Check.positive("spread factor", factor);
    Check.positive("typical spread", typical);
    Check.that(Math.abs(power) < 1, "spread power", power, "inside (-1, 1)");
  }

  /**
   * The same factor in all rows.
   *
   * @param factor greater than 0; 1 leaves the draws unchanged
   */
  public SpreadCalibration(double factor) {
    this(factor, 0, 1);
  }

  /** Without groups. */
  public SpreadCalibration(double factor, double power, double typical) {
    this(factor, power, typical, List.of());
  }

  /** The same with factors of groups. */
  public SpreadCalibration with(List<OfGroup> others) {
    return new SpreadCalibration(factor, power, typical, others);
  }

  /** Those that have a factor of their own. */
  public List<RowGroup> ofGroups() {
    return groups.stream().map(OfGroup::group).toList();
  }

  /** That of the rows of a group, or of none. */
  public SpreadCalibration of(RowGroup group) {
    double times =
        groups.stream()
            .filter(of -> of.group().equals(group))
            .findFirst()
            .map(OfGroup::factor)
            .orElse(1.0);
    return new SpreadCalibration(factor * times, power, typical);
  }

  /** The smallest factor that rows of typical spread have, of any group or of none. */
  public double smallestFactor() {
    return factor * Math.min(1, groups.stream().mapToDouble(OfGroup::factor).min().orElse(1));
  }

  /**
   * The factor of a row of no group.
   *
   * @param variance of its draws, mean over the outputs, at least 0
   */
  public double factor(double variance) {
    if (power == 0) {
      return factor;
    }
    double times = Math.sqrt(variance) / typical;
    return factor * Math.pow(Math.min(Math.max(times, 1 / RANGE), RANGE), power);
  }

  /**
   * The factor between {@link #SMALLEST} and {@link #LARGEST} with the smallest mean energy score;
   * {@link #NONE} where no factor is better than 1, as for draws without spread.
   *
   * @implNote The score is convex in the factor (paper, "General Centred Location-Scale Families":
   *     each row is such a family, and a mean of convex functions is convex), so that a local
   *     search finds the smallest value. With replaced draws it is not ({@link
   *     SettledSpreadScore}).
   * @param validation {@code [K, n, d_y]}; for several outputs of different units, standardised
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param weights how much each row counts
   * @param settle the replacement of a draw for scoring, non-decreasing, if draws are replaced
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static SpreadCalibration fit(
      Draws validation, double[][] observed, RowWeights weights, Optional<Draws.Transform> settle) {
    SpreadLoss score = SpreadLoss.of(validation, observed, weights, settle);
    if (score.isFlat()) {
      return NONE;
    }
    double factor = score.smallest(SMALLEST, LARGEST);
    return score.at(factor) < score.at(1) ? new SpreadCalibration(factor) : NONE;
  }

  /**
   * The same with a factor that depends on the predicted spread, as far as rows show that it does
   * ({@link SpreadPower}).
   *
   * @param validation {@code [K, n, d_y]}, on which this one was fitted
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param weights how much each row counts
   * @param settle the replacement of a draw for scoring, if draws are replaced
   */
  public SpreadCalibration bySize(
      Draws validation, double[][] observed, RowWeights weights, Optional<Draws.Transform> settle) {
    SpreadCalibration shape = SpreadPower.fit(this, validation, observed, weights, settle);
    if (shape.power == 0) {
      return this;
    }
    Draws shaped = shape.apply(validation);
    SpreadCalibration level = fit(shaped, observed, weights, settle);
    return new SpreadCalibration(shape.factor * level.factor, shape.power, shape.typical);
  }

  /**
   * The same with factors of groups of rows, as far as rows show that they differ ({@link
   * SpreadGroups}).
   *
   * @param validation {@code [K, n, d_y]}, on which this one was fitted
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param weights how much each row counts
   * @param settle the replacement of a draw for scoring, if draws are replaced
   * @param rows the group of each, {@code [n]}
   */
  public SpreadCalibration byGroup(
      Draws validation,
      double[][] observed,
      RowWeights weights,
      Optional<Draws.Transform> settle,
      List<RowGroup> rows) {
    return with(new SpreadGroups(this, validation, observed, weights, settle).fit(rows));
  }

  /**
   * The calibration of the pool of an ensemble, where this one calibrates its members, on rows that
   * each has not seen. The squared error of the pool's mean is that of the members less the
   * ambiguity, the variance of the members' means: {@code (y - m)^2 = mean_m (y - m_m)^2 - mean_m
   * (m_m - m)^2} (Krogh and Vedelsby 1995, "Neural Network Ensembles, Cross Validation, and Active
   * Learning"). The variance of the pool's draws is that of a member's plus the ambiguity. With V
   * for the variance of a member's draws before this calibration and W after it, which is a
   * member's squared error, the pool's factor is {@code sqrt((W - A) / (V + A))}. A factor that
   * depends on the spread is scaled such that it leaves as much variance.
   *
   * @param unseen V of each row, at least 0
   * @param pooled variance of the pool's draws of each row, at least 0
   * @param ambiguity A, mean over the rows, at least 0
   * @param weights how much each row counts
   * @return with at least {@link #SMALLEST_OF_POOL} times this factor, without groups
   */
  public SpreadCalibration forPool(
      double[] unseen, double[] pooled, double ambiguity, RowWeights weights) {
    double variance = weights.mean(unseen);
    if (!(variance >= 0 && ambiguity >= 0)) {
      throw new IllegalArgumentException(
          "variance %s, ambiguity %s (expected: both >= 0)".formatted(variance, ambiguity));
    }
    if (variance == 0 || ambiguity == 0) {
      return with(List.of());
    }
    double square = (calibrated(unseen, weights) - ambiguity) / (variance + ambiguity);
    double same = Math.max(SMALLEST_OF_POOL * factor, Math.sqrt(Math.max(square, 0)));
    if (power == 0) {
      return new SpreadCalibration(same);
    }
    SpreadCalibration shape = new SpreadCalibration(1, power, SpreadPower.typical(pooled, weights));
    double before = weights.mean(pooled);
    return new SpreadCalibration(
        same * Math.sqrt(before / shape.calibrated(pooled, weights)), power, shape.typical);
  }

  /**
   * By how much the factor of any row is that of another calibration.
   *
   * @param other of the same power
   */
  public double relativeTo(SpreadCalibration other) {
    return factor / other.factor * Math.pow(other.typical / typical, power);
  }

  /** The mean variance after calibration. */
  private double calibrated(double[] variances, RowWeights weights) {
    return weights.mean(Arrays.stream(variances).map(v -> v * factor(v) * factor(v)).toArray());
  }

  /**
   * The draws of rows of no group with their spread scaled; their mean stays.
   *
   * @param draws {@code [K, n, d_y]}, in the units of the fit
   */
  public Draws apply(Draws draws) {
    return power == 0
        ? draws.scaledAboutMean(factor)
        : draws.scaledAboutMean(row -> factor(draws.variance(row)));
  }

  /**
   * The draws with their spread scaled; their mean stays.
   *
   * @param draws {@code [K, n, d_y]}, in the units of the fit
   * @param rows the group of each, {@code [n]}
   */
  public Draws apply(Draws draws, List<RowGroup> rows) {
    if (groups.isEmpty()) {
      return apply(draws);
    }
    Map<RowGroup, SpreadCalibration> known = new HashMap<>();
    return draws.scaledAboutMean(
        row -> known.computeIfAbsent(rows.get(row), this::of).factor(draws.variance(row)));
  }

  /**
   * The same of single-precision numbers, in place; those that are not finite spread to all draws
   * of their place.
   *
   * @param values {@code [K, m]}, row-major
   * @param draws K
   * @throws IllegalStateException if the factor depends on the spread
   */
  public void apply(float[] values, int draws) {
    if (power != 0) {
      throw new IllegalStateException("spread power: " + power + " (expected: 0, of a member)");
    }
    if (factor == 1) {
      return;
    }
    int width = values.length / draws;
    for (int j = 0; j < width; j++) {
      double mean = 0;
      for (int i = j; i < values.length; i += width) {
        mean += values[i];
      }
      mean /= draws;
      for (int i = j; i < values.length; i += width) {
        values[i] = (float) (mean + factor * (values[i] - mean));
      }
    }
  }
}

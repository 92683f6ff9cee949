// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;

/**
 * One number that scales the distance of the draws from their mean: {@code mean + factor (draw -
 * mean)}, chosen on validation rows by the energy score.
 *
 * @param factor greater than 0; 1 leaves the draws unchanged
 */
public record SpreadCalibration(double factor) {
  /** Leaves the draws unchanged. */
  public static final SpreadCalibration NONE = new SpreadCalibration(1);

  /** The smallest factor that is fitted. */
  public static final double SMALLEST = .01;

  /** The smallest factor of a pool, relative to that of its members. */
  public static final double SMALLEST_OF_POOL = .3;

  /** The largest factor that is fitted. */
  public static final double LARGEST = 6;

  /** Checks the range. */
  public SpreadCalibration {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("spread factor: " + factor + " (expected: > 0, finite)");
    }
  }

  /**
   * The factor between {@link #SMALLEST} and {@link #LARGEST} with the smallest mean energy score;
   * {@link #NONE} where no factor is better than 1, as for draws without spread.
   *
   * @implNote The score is convex in the factor (paper, "General Centred Location-Scale Families":
   *     each row is such a family, and a mean of convex functions is convex), so that a local
   *     search finds the smallest value.
   * @param validation {@code [K, n, d_y]}; for several outputs of different units, standardised
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static SpreadCalibration fit(Draws validation, double[][] observed) {
    SpreadScore score = new SpreadScore(validation, observed);
    if (score.isFlat()) {
      return NONE;
    }
    double factor = score.smallest(SMALLEST, LARGEST);
    return score.at(factor) < score.at(1) ? new SpreadCalibration(factor) : NONE;
  }

  /**
   * The same for draws that are replaced for scoring, such as those beyond a bound.
   *
   * @param validation {@code [K, n, d_y]}, before the replacement
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param settle the replacement of a draw, non-decreasing
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static SpreadCalibration fit(
      Draws validation, double[][] observed, Draws.Transform settle) {
    SettledSpreadScore score = new SettledSpreadScore(validation, observed, settle);
    if (SampleEnergyScore.of(validation, observed).dispersion() == 0) {
      return NONE;
    }
    double factor = score.smallest(SMALLEST, LARGEST);
    return score.at(factor) < score.at(1) ? new SpreadCalibration(factor) : NONE;
  }

  /**
   * The factor for the pool of an ensemble, where this one calibrates its members, on rows that
   * each has not seen. The squared error of the pool's mean is that of the members less the
   * ambiguity, the variance of the members' means: {@code (y - m)^2 = mean_m (y - m_m)^2 - mean_m
   * (m_m - m)^2} (Krogh and Vedelsby 1995, "Neural Network Ensembles, Cross Validation, and Active
   * Learning"). The variance of the pool's draws is that of a member's plus the ambiguity. With V
   * for the variance of a member's draws before this calibration and c for its factor, a member's
   * squared error is {@code c^2 V}, and the pool's factor {@code sqrt((c^2 V - A) / (V + A))}.
   *
   * @param variance V, mean over the rows, at least 0
   * @param ambiguity A, mean over the rows, at least 0
   * @return at least {@link #SMALLEST_OF_POOL} times c, at most c
   */
  public SpreadCalibration forPool(double variance, double ambiguity) {
    if (!(variance >= 0 && ambiguity >= 0)) {
      throw new IllegalArgumentException(
          "variance %s, ambiguity %s (expected: both >= 0)".formatted(variance, ambiguity));
    }
    if (variance == 0 || ambiguity == 0) {
      return this;
    }
    double square = (factor * factor * variance - ambiguity) / (variance + ambiguity);
    return new SpreadCalibration(
        Math.max(SMALLEST_OF_POOL * factor, Math.sqrt(Math.max(square, 0))));
  }

  /**
   * The draws with their spread scaled; their mean stays.
   *
   * @param draws {@code [K, n, d_y]}, in any units that are affine in those of the fit
   */
  public Draws apply(Draws draws) {
    return draws.scaledAboutMean(factor);
  }

  /**
   * The same of single-precision numbers, in place; those that are not finite spread to all draws
   * of their place.
   *
   * @param values {@code [K, m]}, row-major
   * @param draws K
   */
  public void apply(float[] values, int draws) {
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

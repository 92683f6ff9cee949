package io.otd.core.calibration;

import io.otd.core.metrics.Draws;

/**
 * One number that scales the distance of the draws from their mean: {@code mean + factor (draw -
 * mean)}, chosen on validation rows by the energy score.
 *
 * @param factor greater than 0; 1 leaves the draws as they are
 */
public record SpreadCalibration(double factor) {
  /** Leaves the draws as they are. */
  public static final SpreadCalibration NONE = new SpreadCalibration(1);

  /** The smallest factor that is fitted. */
  public static final double SMALLEST = .3;

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

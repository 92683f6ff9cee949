package io.otd.core.calibration;

import io.otd.core.metrics.Draws;

/**
 * Everything that corrects a model's predictive distributions after training, in the order in which
 * it is applied: the spread, the recalibration of the whole distribution, and beside the draws the
 * conformal intervals.
 *
 * @param spread fitted on validation rows
 * @param isotonic fitted on calibration rows
 * @param conformal fitted on calibration rows, other ones than {@code isotonic}
 */
public record Calibration(
    SpreadCalibration spread, IsotonicCalibration isotonic, ConformalCalibration conformal) {
  /** Leaves predictions as they are. */
  public static final Calibration NONE = of(SpreadCalibration.NONE);

  /** The spread alone. */
  public static Calibration of(SpreadCalibration spread) {
    return new Calibration(spread, IsotonicCalibration.NONE, ConformalCalibration.NONE);
  }

  /** With another recalibration. */
  public Calibration with(IsotonicCalibration other) {
    return new Calibration(spread, other, conformal);
  }

  /** With other intervals. */
  public Calibration with(ConformalCalibration other) {
    return new Calibration(spread, isotonic, other);
  }

  /** Whether the draws are left as they are. */
  public boolean keepsDraws() {
    return spread.equals(SpreadCalibration.NONE) && isotonic.isNone();
  }

  /**
   * The draws corrected.
   *
   * @param draws {@code [K, n, d_y]}, in the targets' units
   */
  public Draws apply(Draws draws) {
    return isotonic.apply(spread.apply(draws));
  }
}

package io.otd.train.tabular;

import io.otd.core.calibration.SpreadCalibration;
import io.otd.core.metrics.Bandwidth;
import io.otd.core.metrics.BandwidthSelection;
import io.otd.core.metrics.Draws;

/**
 * What is chosen on the validation rows after training.
 *
 * @param spread calibration of the spread
 * @param bandwidth of the kernel density that the likelihood is measured by
 */
record ValidationFit(SpreadCalibration spread, Bandwidth.Fixed bandwidth) {
  /**
   * Chooses.
   *
   * @param validation {@code [K, n, d_y]}, standardised
   * @param observed {@code [n][d_y]}, standardised
   * @param spread whether the spread is calibrated
   */
  static ValidationFit of(Draws validation, double[][] observed, boolean spread) {
    SpreadCalibration factor =
        spread ? SpreadCalibration.fit(validation, observed) : SpreadCalibration.NONE;
    return new ValidationFit(factor, BandwidthSelection.select(factor.apply(validation), observed));
  }
}

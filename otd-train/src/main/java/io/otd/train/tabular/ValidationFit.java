package io.otd.train.tabular;

import io.otd.core.calibration.SpreadCalibration;
import io.otd.core.metrics.Bandwidth;
import io.otd.core.metrics.BandwidthSelection;
import io.otd.core.metrics.Draws;
import java.util.Optional;

/**
 * What is chosen on the validation rows after training.
 *
 * @param spread calibration of the spread
 * @param bandwidth of the kernel density that the likelihood is measured by, none without rows
 */
record ValidationFit(SpreadCalibration spread, Optional<Bandwidth.Fixed> bandwidth) {
  static final ValidationFit NONE = new ValidationFit(SpreadCalibration.NONE, Optional.empty());

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
    return new ValidationFit(
        factor, Optional.of(BandwidthSelection.select(factor.apply(validation), observed)));
  }
}

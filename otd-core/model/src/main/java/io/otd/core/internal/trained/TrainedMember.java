// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Weights;

/**
 * One member of a trained ensemble, or the only one.
 *
 * @param weights the learned numbers
 * @param spread of its own draws about their own mean, before they are pooled with others'; {@link
 *     SpreadCalibration#NONE} where the pool is calibrated, or nothing
 */
public record TrainedMember(Weights weights, SpreadCalibration spread) {
  /** A member whose draws are unchanged. */
  public static TrainedMember of(Weights weights) {
    return new TrainedMember(weights, SpreadCalibration.NONE);
  }
}

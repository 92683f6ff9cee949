// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.model;

import io.otd.core.internal.calibration.SpreadCalibration;

/**
 * One network of an ensemble, or the only one.
 *
 * @param values what it has learned
 * @param spread of its own draws about their own mean, before they are pooled with others'; {@link
 *     SpreadCalibration#NONE} where the pool is calibrated, or nothing
 */
public record Member(Weights values, SpreadCalibration spread) {
  /** A member whose draws are unchanged. */
  public static Member of(Weights values) {
    return new Member(values, SpreadCalibration.NONE);
  }

  /** The same with another calibration of its draws. */
  public Member with(SpreadCalibration other) {
    return new Member(values, other);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.calibration.SpreadCalibration;

/**
 * One member of an ensemble, ready to be sampled.
 *
 * @param parameters {@code [P]}; not copied
 * @param spread of its own draws about their own mean, before they are pooled with others'
 */
public record Member(float[] parameters, SpreadCalibration spread) {
  /** A member whose draws are unchanged. */
  public static Member of(float[] parameters) {
    return new Member(parameters, SpreadCalibration.NONE);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.internal.calibration.ConformalCalibration;
import java.util.List;

/** Predictions made from draws, for tests of code that takes predictions. */
public final class PredictedLaws {
  private PredictedLaws() {}

  /** The predictive distribution of one target. */
  public static Prediction of(float... draws) {
    return Prediction.of(List.of("y"), draws, ConformalCalibration.NONE);
  }

  /** The predictive distribution of several targets, {@code [S, d_y]}. */
  public static Prediction of(List<String> targets, float... draws) {
    return Prediction.of(targets, draws, ConformalCalibration.NONE);
  }

  /** The same with conformal intervals. */
  public static Prediction of(ConformalCalibration conformal, float... draws) {
    return Prediction.of(List.of("y"), draws, conformal);
  }
}

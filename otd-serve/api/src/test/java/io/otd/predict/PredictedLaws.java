// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.schema.TargetColumn;
import java.util.Collections;
import java.util.List;

/** Predictions made from draws, for tests of code that takes predictions. */
public final class PredictedLaws {
  private PredictedLaws() {}

  /** The predictive distribution of one target. */
  public static Prediction of(float... draws) {
    return of(ConformalCalibration.NONE, draws);
  }

  /** The predictive distribution of several targets, {@code [S, d_y]}. */
  public static Prediction of(List<String> targets, float... draws) {
    return of(targets, ConformalCalibration.NONE, draws);
  }

  /** The same with conformal intervals. */
  public static Prediction of(ConformalCalibration conformal, float... draws) {
    return of(List.of("y"), conformal, draws);
  }

  /** All draws are of one network. */
  private static Prediction of(
      List<String> targets, ConformalCalibration conformal, float... draws) {
    List<Integer> networks = Collections.nCopies(draws.length / targets.size(), 0);
    return Prediction.of(
        targets.stream().map(TargetColumn::plain).toList(), draws, conformal, networks);
  }
}

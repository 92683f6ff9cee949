// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.SpreadCalibration;
import java.util.List;

/** All kinds of calibration at once, of two targets. */
public final class TestCalibrations {
  private TestCalibrations() {}

  /** The rules of conformal intervals. */
  public static List<ConformalRule> rules() {
    return List.of(
        new ConformalRule.Normalized(List.of(.02, .03), true), new ConformalRule.Quantiles());
  }

  /**
   * With one of these rules.
   *
   * @param narrower by how much it makes the second target's intervals narrower, if it can
   */
  public static Calibration of(ConformalRule rule, double narrower) {
    double second = rule instanceof ConformalRule.Quantiles ? -narrower : .3;
    List<ConformalLevel> levels =
        List.of(
            new ConformalLevel(.9, List.of(.4, second)),
            new ConformalLevel(.99, List.of(1.0, Double.POSITIVE_INFINITY)));
    List<IsotonicCurve> curves =
        List.of(
            new IsotonicCurve(List.of(.3, .6), List.of(.15, .8)),
            new IsotonicCurve(List.of(.5), List.of(.2)));
    return new Calibration(
        new SpreadCalibration(1.3, .4, .2),
        new IsotonicCalibration(curves),
        new ConformalCalibration(rule, 99, levels));
  }
}

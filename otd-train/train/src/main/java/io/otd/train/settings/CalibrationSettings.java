// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.train.internal.settings.SettingsTree;
import java.util.List;

/**
 * Settings of the fits after training; each {@link Setting} has a description.
 *
 * @param spread whether the spread is calibrated
 * @param conformal the intervals that are calibrated
 * @param isotonic whether the whole distribution is recalibrated
 * @param by columns whose groups of rows are calibrated apart
 * @param fraction of the training rows, for the last two
 */
public record CalibrationSettings(
    @Setting("Scale the draws about their mean by a factor fitted on the validation rows.")
        @Default("true")
        boolean spread,
    @Setting(
            "Conformal intervals: normalized (residuals in standard deviations), joint"
                + " (for all targets together) or cqr (conformalised quantile regression).")
        @Default("none")
        Conformal conformal,
    @Setting(
            "Recalibrate the whole distribution by the observed frequencies of its" + " quantiles.")
        @Default("false")
        boolean isotonic,
    @Setting(
            "Input columns of categories by which rows are grouped: spread and conformal"
                + " intervals have factors of their own for each group.")
        @Flags(value = "--calibrate-by", label = "COL,COL", repeated = true)
        @Default("[]")
        List<String> by,
    @Setting(
            value =
                "Fraction of the training rows set aside for conformal and isotonic"
                    + " calibration; with both, half for each.",
            above = 0,
            below = 1)
        @Default("0.2")
        double fraction) {
  /** The conformal intervals. */
  public enum Conformal {
    /** None. */
    NONE,
    /** By the normalised residual. */
    NORMALIZED,
    /** By the largest normalised residual of all targets. */
    JOINT,
    /** Conformalised quantile regression. */
    CQR
  }

  static final CalibrationSettings STANDARD = SettingsTree.standard(CalibrationSettings.class);

  /** Whether rows are set aside. */
  public boolean needsRows() {
    return isotonic || conformal != Conformal.NONE;
  }

  /** The fewest rows that can be set aside: one for each that is on. */
  public int fewestRows() {
    return (isotonic ? 1 : 0) + (conformal == Conformal.NONE ? 0 : 1);
  }
}

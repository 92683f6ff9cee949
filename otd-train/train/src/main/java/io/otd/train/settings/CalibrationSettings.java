package io.otd.train.settings;

import io.otd.table.settings.Setting;

/**
 * What is fitted after training; what each is, its {@link Setting} says.
 *
 * @param spread whether the spread is calibrated
 * @param conformal the intervals that are calibrated
 * @param isotonic whether the whole distribution is recalibrated
 * @param fraction of the training rows, for the last two
 */
public record CalibrationSettings(
    @Setting("Scale the draws' distance from their mean by one number, chosen on validation rows.")
        boolean spread,
    @Setting(
            "Intervals of the evaluation's levels that cover new rows with at least their level,"
                + " whatever the model: by the residual in standard deviations, or by how far the"
                + " predicted quantiles miss (conformalised quantile regression).")
        Conformal conformal,
    @Setting(
            "Recalibrate the whole distribution by the observed shares of its quantiles (isotonic).")
        boolean isotonic,
    @Setting(
            value =
                "Share of the training rows set aside where conformal or isotonic is on; with both,"
                    + " each has half of them.",
            above = 0,
            below = 1)
        double fraction) {
  /** The conformal intervals. */
  public enum Conformal {
    /** None. */
    NONE,
    /** By the normalised residual. */
    NORMALIZED,
    /** Conformalised quantile regression. */
    CQR
  }

  static final CalibrationSettings STANDARD =
      new CalibrationSettings(true, Conformal.NONE, false, .2);

  /** Whether rows are set aside. */
  public boolean needsRows() {
    return isotonic || conformal != Conformal.NONE;
  }

  /** The fewest rows that can be set aside: one for each that is on. */
  public int fewestRows() {
    return (isotonic ? 1 : 0) + (conformal == Conformal.NONE ? 0 : 1);
  }
}

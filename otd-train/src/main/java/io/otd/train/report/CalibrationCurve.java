package io.otd.train.report;

import java.util.Map;

/**
 * Share of the observed values inside central intervals over the intervals' nominal level. Below
 * the diagonal a model is too sure of itself.
 *
 * @param canvas title and size
 */
public record CalibrationCurve(Canvas canvas) {
  /**
   * Draws it.
   *
   * @param nominal levels, rising, in [0, 1]
   * @param empirical coverage at each level, by the name of the model
   */
  public Picture draw(double[] nominal, Map<String, double[]> empirical) {
    double[] diagonal = {0, 1};
    Plot plot =
        new Plot(canvas, "nominal level of the interval", "share of observed values inside")
            .xRange(0, 1)
            .yRange(0, 1)
            .line("calibrated", diagonal, diagonal, Palette.GREY, 1.4f);
    int i = 0;
    for (Map.Entry<String, double[]> model : empirical.entrySet()) {
      plot.curve(model.getKey(), nominal, model.getValue(), Palette.series(i++), Marks.DISC);
    }
    return plot.picture("Calibration curve: empirical over nominal coverage");
  }
}

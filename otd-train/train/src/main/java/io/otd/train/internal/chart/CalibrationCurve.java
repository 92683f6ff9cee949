// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Share of the observed values inside central intervals over the intervals' nominal level. Below
 * the diagonal a model is too sure of itself.
 *
 * @param canvas title and size
 */
public record CalibrationCurve(Canvas canvas) {
  private static final double[] LEVELS = {.05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .99};

  /**
   * Draws it at the usual levels.
   *
   * @param coverage share of the observed values inside the central interval of a level, by the
   *     name of the model
   */
  public Picture draw(Map<String, DoubleUnaryOperator> coverage) {
    Map<String, double[]> empirical = new LinkedHashMap<>();
    coverage.forEach((name, of) -> empirical.put(name, Arrays.stream(LEVELS).map(of).toArray()));
    return draw(LEVELS, empirical);
  }

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
      plot.curve(model.getKey(), nominal, model.getValue(), Palette.series(i++), Marker.DISC);
    }
    return plot.picture("Calibration curve: empirical over nominal coverage");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;

/**
 * Realisations of a model over one input, each a thin line, with the data.
 *
 * @param canvas title and size
 * @param xTitle name and unit of the input
 * @param yTitle name and unit of the target
 */
public record PredictionDraws(Canvas canvas, String xTitle, String yTitle) {
  private static final int MAX_LINES = 120;

  /**
   * Draws them.
   *
   * @param x rising
   * @param draws {@code [K][n]}: draw k at each x; the first 120 are shown
   * @param dataX places of the data
   */
  public Picture draw(double[] x, double[][] draws, double[] dataX, double[] dataY) {
    Plot plot = new Plot(canvas, xTitle, yTitle).markers(dataX.length > 60 ? 4 : 6);
    int shown = Math.min(MAX_LINES, draws.length);
    java.awt.Color color = Palette.translucent(Palette.BLUE, Math.max(.15, 1 / Math.sqrt(shown)));
    for (int k = 0; k < shown; k++) {
      plot.line(k == 0 ? "realisations (" + shown + ")" : "", x, draws[k], color, 1f);
    }
    plot.points("data", dataX, dataY, Palette.VERMILION, Marker.DISC);
    return plot.picture("Single realisations over " + xTitle + ", with the data");
  }
}

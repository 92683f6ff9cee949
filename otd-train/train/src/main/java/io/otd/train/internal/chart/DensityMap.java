// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.ColorScale;
import io.otd.train.internal.plot.HeatMap;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;

/**
 * The density of the conditional law of a target over one input, as a heat map. Each column is
 * shown relative to its own maximum, so that narrow and wide distributions are both visible.
 *
 * @param canvas title and size
 * @param xTitle name and unit of the input
 * @param yTitle name and unit of the target
 */
public record DensityMap(Canvas canvas, String xTitle, String yTitle) {
  /**
   * Draws it.
   *
   * @param x equally spaced, rising, the middle of each column
   * @param y equally spaced, rising, the middle of each row
   * @param density {@code [x][y]}, at least 0
   * @param dataX places of the data, possibly none
   * @param dataY the data
   */
  public Picture draw(double[] x, double[] y, double[][] density, double[] dataX, double[] dataY) {
    double[][] relative = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      double max = Arrays.stream(density[i]).max().orElse(0);
      relative[i] = Arrays.stream(density[i]).map(d -> max > 0 ? d / max : 0).toArray();
    }
    double halfX = (x[x.length - 1] - x[0]) / (x.length - 1) / 2;
    double halfY = (y[y.length - 1] - y[0]) / (y.length - 1) / 2;
    double left = x[0] - halfX;
    double right = x[x.length - 1] + halfX;
    double low = y[0] - halfY;
    double high = y[y.length - 1] + halfY;
    Plot plot =
        new Plot(HeatMap.besideBar(canvas), xTitle, yTitle)
            .xRange(left, right)
            .yRange(low, high)
            .markers(6);
    if (dataX.length > 0) {
      plot.points("data", dataX, dataY, Palette.VERMILION, Marker.RING);
    }
    return new HeatMap(relative, ColorScale.SEQUENTIAL, 0, 1, true, "density / its maximum at x")
        .below(plot, canvas, "Density of " + yTitle + " given " + xTitle);
  }
}

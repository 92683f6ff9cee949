// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.List;

/**
 * Predictive distributions over one input: bands, mean and data.
 *
 * @param canvas title and size
 * @param xTitle name and unit of the input
 * @param yTitle name and unit of the target
 */
public record PredictionBands(Canvas canvas, String xTitle, String yTitle) {
  /**
   * A band between two quantiles.
   *
   * @param name e.g. "90 % interval"
   * @param lower at each x
   * @param upper at each x
   */
  public record Band(String name, double[] lower, double[] upper) {}

  /**
   * Draws them.
   *
   * @param x rising
   * @param mean at each x
   * @param bands widest first
   * @param dataX places of the data
   */
  public Picture draw(double[] x, double[] mean, List<Band> bands, double[] dataX, double[] dataY) {
    Plot plot = new Plot(canvas, xTitle, yTitle).markers(dataX.length > 60 ? 4 : 6);
    for (int i = 0; i < bands.size(); i++) {
      Band band = bands.get(i);
      double opacity = .3 + .45 * i / Math.max(1, bands.size() - 1);
      plot.band(band.name(), x, band.lower(), band.upper(), Palette.tint(Palette.SKY, opacity));
    }
    plot.line("predictive mean", x, mean, Palette.BLUE, 2.2f);
    plot.points("data", dataX, dataY, Palette.VERMILION, Marker.DISC);
    return plot.picture("Predictive mean and intervals over " + xTitle + ", with the data");
  }
}

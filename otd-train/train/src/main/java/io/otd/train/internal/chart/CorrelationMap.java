// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.ColorScale;
import io.otd.train.internal.plot.HeatMap;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.stream.IntStream;

/**
 * A correlation matrix as coloured squares, the first unit at the lower left.
 *
 * @param canvas title and size
 * @param unitTitle what the rows and columns are, e.g. "mask unit"
 */
public record CorrelationMap(Canvas canvas, String unitTitle) {
  /**
   * Draws it.
   *
   * @param correlation {@code [d][d]}, in [-1, 1], d at least 2
   * @param boundaries numbers of units after which a line is drawn, e.g. at the end of a layer
   */
  public Picture draw(double[][] correlation, int[] boundaries) {
    int d = correlation.length;
    int every = Math.max(1, (int) Math.ceil(d / 16.0));
    double[] units =
        IntStream.rangeClosed(1, d).filter(i -> i % every == 0).asDoubleStream().toArray();
    Plot plot =
        new Plot(HeatMap.besideBar(canvas), unitTitle, unitTitle)
            .legend(false)
            .xRange(.5, d + .5)
            .yRange(.5, d + .5)
            .xTicks(units)
            .yTicks(units);
    for (int b : boundaries) {
      double[] edges = {.5, d + .5};
      double[] at = {b + .5, b + .5};
      plot.line("", edges, at, Palette.INK, 1f).line("", at, edges, Palette.INK, 1f);
    }
    return new HeatMap(correlation, ColorScale.DIVERGING, -1, 1, false, "correlation")
        .below(plot, canvas, "Correlation matrix by " + unitTitle);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.ColorScale;
import io.otd.train.internal.plot.HeatMap;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Numbers at points of a plane, as a heat map. On a lattice each cell is a point; elsewhere each
 * has the number of the nearest point.
 *
 * @param canvas title and size
 * @param axes names of the two coordinates
 * @param points {@code [G][2]}
 */
public record CoordinateMap(Canvas canvas, List<String> axes, double[][] points) {
  private static final int MOST_CELLS = 64;

  /**
   * Draws it.
   *
   * @param values of each point
   * @param scale colours
   * @param low value of the first colour
   * @param high value of the last colour, above it
   */
  public Picture draw(double[] values, ColorScale scale, double low, double high) {
    double[] x = places(0);
    double[] y = places(1);
    double[][] cells = new double[x.length][y.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        cells[i][j] = values[nearest(x[i], y[j])];
      }
    }
    double halfX = (x[x.length - 1] - x[0]) / Math.max(1, x.length - 1) / 2;
    double halfY = (y[y.length - 1] - y[0]) / Math.max(1, y.length - 1) / 2;
    Plot plot =
        new Plot(HeatMap.besideBar(canvas), axes.get(0), axes.get(1))
            .xRange(x[0] - halfX, x[x.length - 1] + halfX)
            .yRange(y[0] - halfY, y[y.length - 1] + halfY)
            .legend(false);
    return new HeatMap(cells, scale, low, high, false, "").below(plot, canvas, canvas.title());
  }

  /** The different coordinates of a lattice, or as many as the points have room for. */
  private double[] places(int axis) {
    double[] distinct =
        Arrays.stream(points).mapToDouble(p -> p[axis]).sorted().distinct().toArray();
    int cells = (int) Math.min(MOST_CELLS, Math.ceil(Math.sqrt(points.length)));
    if (distinct.length > 1 && (long) distinct.length <= 2L * cells && even(distinct)) {
      return distinct;
    }
    double low = distinct[0];
    double high = distinct[distinct.length - 1];
    double step = high > low ? (high - low) / (cells - 1) : 1;
    return IntStream.range(0, cells).mapToDouble(i -> low + i * step).toArray();
  }

  private static boolean even(double[] places) {
    double step = (places[places.length - 1] - places[0]) / (places.length - 1);
    return IntStream.range(1, places.length)
        .allMatch(i -> Math.abs(places[i] - places[i - 1] - step) < 1e-3 * step);
  }

  private int nearest(double x, double y) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int g = 0; g < points.length; g++) {
      double distance = Math.hypot(points[g][0] - x, points[g][1] - y);
      if (distance < least) {
        least = distance;
        best = g;
      }
    }
    return best;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.ColorScale;
import io.otd.train.internal.plot.HeatMap;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A field over two coordinates, as a heat map. On a lattice each cell is a point; elsewhere each
 * has the value of the nearest point.
 *
 * @param canvas title and size
 * @param axes names of the two coordinates
 * @param points {@code [G][2]}
 */
public record FieldMap(Canvas canvas, List<String> axes, double[][] points) {
  private static final int MOST_CELLS = 64;
  private static final double[] ROUND = {1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8};

  /**
   * Which colours stand for which values.
   *
   * @param scale of the colours
   * @param low value of the first
   * @param high value of the last, above it
   */
  public record Colors(ColorScale scale, double low, double high) {
    /** As far below zero as above it. */
    public static Colors aroundZero(double[]... of) {
      double most = reach(of);
      return new Colors(ColorScale.DIVERGING, -most, most);
    }

    /** From zero on. */
    public static Colors fromZero(double[]... of) {
      return new Colors(ColorScale.SEQUENTIAL, 0, reach(of));
    }

    /** Around zero where values lie on both sides of it, else from the least to the greatest. */
    public static Colors of(double[]... of) {
      DoubleSummaryStatistics all = all(of).summaryStatistics();
      return all.getMin() < 0 && all.getMax() > 0
          ? aroundZero(of)
          : new Colors(
              ColorScale.SEQUENTIAL,
              all.getMin(),
              all.getMax() > all.getMin() ? all.getMax() : all.getMin() + 1);
    }

    /** A round number not below the largest magnitude, whose quarters are short as well. */
    private static double reach(double[]... of) {
      double most = Math.max(1e-12, all(of).map(Math::abs).max().orElseThrow());
      double power = Math.pow(10, Math.floor(Math.log10(most)));
      return Arrays.stream(ROUND)
          .map(r -> r * power)
          .filter(r -> r >= most)
          .min()
          .orElse(10 * power);
    }

    private static DoubleStream all(double[]... of) {
      return Arrays.stream(of).flatMapToDouble(Arrays::stream);
    }
  }

  /**
   * Draws it.
   *
   * @param values of each point, finite
   */
  public Picture draw(double[] values, Colors colors) {
    double[] x = places(0);
    double[] y = places(1);
    double[][] cells = new double[x.length][y.length];
    int[][] point = pointOfCell(x, y);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        cells[i][j] = values[point[i][j] < 0 ? nearest(x, i, y, j) : point[i][j]];
      }
    }
    double halfX = step(x) / 2;
    double halfY = step(y) / 2;
    Plot plot =
        new Plot(HeatMap.besideBar(canvas), axes.get(0), axes.get(1))
            .xRange(x[0] - halfX, x[x.length - 1] + halfX)
            .yRange(y[0] - halfY, y[y.length - 1] + halfY)
            .legend(false);
    return new HeatMap(cells, colors.scale(), colors.low(), colors.high(), false, "")
        .below(plot, canvas, "Field, " + canvas.title());
  }

  /** The coordinates of a lattice, or as many as the points have room for. */
  private double[] places(int axis) {
    double[] distinct = distinct(axis);
    if (lattice()) {
      return distinct;
    }
    int cells = (int) Math.max(2, Math.min(MOST_CELLS, Math.ceil(Math.sqrt(points.length))));
    double low = distinct[0];
    double high = distinct[distinct.length - 1];
    double step = high > low ? (high - low) / (cells - 1) : 1;
    return IntStream.range(0, cells).mapToDouble(i -> low + i * step).toArray();
  }

  private boolean lattice() {
    double[] x = distinct(0);
    double[] y = distinct(1);
    return (long) x.length * y.length <= 2L * points.length && even(x) && even(y);
  }

  private double[] distinct(int axis) {
    return Arrays.stream(points).mapToDouble(p -> p[axis]).sorted().distinct().toArray();
  }

  private static boolean even(double[] places) {
    double step = step(places);
    return IntStream.range(1, places.length)
        .allMatch(i -> Math.abs(places[i] - places[i - 1] - step) < 1e-3 * step);
  }

  private static double step(double[] places) {
    int steps = places.length - 1;
    return steps == 0 ? 1 : (places[steps] - places[0]) / steps;
  }

  /** Of each cell the point in it that is nearest to its middle; -1 for none. */
  private int[][] pointOfCell(double[] x, double[] y) {
    int[][] point = new int[x.length][y.length];
    Arrays.stream(point).forEach(column -> Arrays.fill(column, -1));
    for (int g = 0; g < points.length; g++) {
      int i = (int) Math.round((points[g][0] - x[0]) / step(x));
      int j = (int) Math.round((points[g][1] - y[0]) / step(y));
      if (point[i][j] < 0 || distance(g, x, i, y, j) < distance(point[i][j], x, i, y, j)) {
        point[i][j] = g;
      }
    }
    return point;
  }

  private int nearest(double[] x, int i, double[] y, int j) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int g = 0; g < points.length; g++) {
      double distance = distance(g, x, i, y, j);
      if (distance < least) {
        least = distance;
        best = g;
      }
    }
    return best;
  }

  /** In cells: the two coordinates may have different units. */
  private double distance(int point, double[] x, int i, double[] y, int j) {
    return Math.hypot((points[point][0] - x[i]) / step(x), (points[point][1] - y[j]) / step(y));
  }
}

package io.otd.train.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A chart of two numeric axes while it is being drawn; what is not finite has no place on it. */
final class Plot {
  private final Canvas canvas;
  private final String xTitle;
  private final String yTitle;
  private final XYChart chart;
  private final Legend legend = new Legend();
  private final Axis x = new Axis();
  private final Axis y = new Axis();
  private boolean legendShown = true;
  private int unnamed;

  /**
   * An empty chart.
   *
   * @param canvas title and size
   * @param xTitle with the unit, where there is one
   * @param yTitle likewise
   */
  Plot(Canvas canvas, String xTitle, String yTitle) {
    this.canvas = canvas;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.chart = SeriesCanvas.empty();
  }

  /** The range of the horizontal axis; without it, that of the data. */
  Plot xRange(double min, double max) {
    x.fix(min, max);
    return this;
  }

  /** The range of the vertical axis; without it, that of the data. */
  Plot yRange(double min, double max) {
    y.fix(min, max);
    return this;
  }

  /** Ticks of the horizontal axis at given places. */
  Plot xTicks(double[] at) {
    x.ticksAt(at);
    return this;
  }

  /** Ticks of the vertical axis at given places. */
  Plot yTicks(double[] at) {
    y.ticksAt(at);
    return this;
  }

  /** Logarithmic axes. */
  Plot logarithmic(boolean horizontal, boolean vertical) {
    x.logarithmic(horizontal);
    y.logarithmic(vertical);
    return this;
  }

  /** Whether to have a legend. */
  Plot legend(boolean shown) {
    legendShown = shown;
    return this;
  }

  /** Size of the markers, in CSS pixels. */
  Plot markers(int size) {
    chart.getStyler().setMarkerSize(size);
    return this;
  }

  /**
   * A line through points in order; a y that is not finite breaks it. An empty name keeps it off
   * the legend.
   */
  Plot line(String name, double[] xs, double[] ys, Color color, float width) {
    BasicStroke stroke = new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    XYSeries series = add(name, xs, ys, color, SeriesMarkers.NONE);
    series.setLineStyle(stroke);
    // Else the library strokes each piece by itself, and see-through ends show twice.
    series.setSmooth(color.getAlpha() < 255);
    if (!name.isEmpty()) {
      legend.line(name, color, stroke, SeriesMarkers.NONE);
    }
    return this;
  }

  /** A dashed line through points in order. */
  Plot dashed(String name, double[] xs, double[] ys, Color color, float width) {
    BasicStroke dashes =
        new BasicStroke(
            width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, new float[] {6f, 4f}, 0f);
    XYSeries series = add(name, xs, ys, color, SeriesMarkers.NONE);
    series.setLineStyle(dashes);
    // The library starts its dashes anew at each point, unless the line is a smooth one.
    series.setSmooth(xs.length > 2);
    if (!name.isEmpty()) {
      legend.line(name, color, dashes, SeriesMarkers.NONE);
    }
    return this;
  }

  /** Points alone. */
  Plot points(String name, double[] xs, double[] ys, Color color, Marker marker) {
    add(name, xs, ys, color, marker).setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    if (!name.isEmpty()) {
      legend.points(name, color, marker);
    }
    return this;
  }

  /** Points with a line through them. */
  Plot curve(String name, double[] xs, double[] ys, Color color, Marker marker) {
    line(name, xs, ys, color, 2f).points("", xs, ys, color, marker);
    if (!name.isEmpty()) {
      legend.line(name, color, new BasicStroke(2f), marker);
    }
    return this;
  }

  /** The area between two curves over the same x. */
  Plot band(String name, double[] xs, double[] lower, double[] upper, Color fill) {
    int n = xs.length;
    double[] outlineX = Arrays.copyOf(xs, 2 * n);
    double[] outlineY = Arrays.copyOf(upper, 2 * n);
    for (int i = 0; i < n; i++) {
      outlineX[n + i] = xs[n - 1 - i];
      outlineY[n + i] = lower[n - 1 - i];
    }
    return polygon(name, outlineX, outlineY, fill);
  }

  /**
   * Bars that touch, from 0 up.
   *
   * @param edges of the bars, rising, one more than heights
   */
  Plot bars(String name, double[] edges, double[] heights, Color fill) {
    double[] xs = new double[2 * edges.length];
    double[] ys = new double[2 * edges.length];
    for (int i = 0; i < edges.length; i++) {
      xs[2 * i] = edges[i];
      xs[2 * i + 1] = edges[i];
      ys[2 * i] = i == 0 ? 0 : heights[i - 1];
      ys[2 * i + 1] = i == heights.length ? 0 : heights[i];
    }
    return polygon(name, xs, ys, fill);
  }

  private Plot polygon(String name, double[] xs, double[] ys, Color fill) {
    XYSeries series = add(name, xs, ys, fill, SeriesMarkers.NONE);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    series.setLineColor(Palette.CLEAR);
    if (!name.isEmpty()) {
      legend.area(name, fill);
    }
    return this;
  }

  /** Vertical strokes, one at each x. */
  Plot segments(
      String name, double[] xs, double[] lower, double[] upper, Color color, float width) {
    double[] px = new double[3 * xs.length];
    double[] py = new double[3 * xs.length];
    for (int i = 0; i < xs.length; i++) {
      Arrays.fill(px, 3 * i, 3 * i + 3, xs[i]);
      py[3 * i] = lower[i];
      py[3 * i + 1] = upper[i];
      py[3 * i + 2] = Double.NaN;
    }
    return line(name, px, py, color, width);
  }

  private XYSeries add(String name, double[] xs, double[] ys, Color color, Marker marker) {
    x.include(xs);
    y.include(ys);
    double[] drawn = Arrays.stream(ys).map(v -> Double.isFinite(v) ? v : Double.NaN).toArray();
    XYSeries series = chart.addSeries(name + "#" + unnamed++, xs, drawn);
    series.setLineColor(color);
    series.setMarkerColor(color);
    series.setFillColor(color);
    series.setMarker(marker);
    return series;
  }

  /** The finished picture on a grid. */
  Picture picture(String description) {
    return picture(description, canvas.width(), null);
  }

  /**
   * The finished picture.
   *
   * @param width of the picture, at least the canvas's
   * @param below paints below the series, once places are known; null for the grid
   */
  Picture picture(String description, int width, @Nullable Underlay below) {
    Frame frame = Frame.on(canvas, legendShown ? legend.height(canvas.width()) : 0, x, y);
    return Picture.paint(
        description,
        width,
        canvas.height(),
        g -> {
          if (below != null) {
            below.paint(g, frame);
          } else {
            frame.paintGrid(g);
          }
          SeriesCanvas.paint(chart, g, frame);
          frame.paintBorder(g, canvas.title(), xTitle, yTitle);
          if (legendShown) {
            legend.paint(g, frame.top() + frame.height() + 50, canvas.width());
          }
        });
  }

  /** The legend alone, as wide as some charts side by side. */
  Picture legendPicture(String description, int width) {
    return Picture.paint(
        description, width, Math.max(1, legend.height(width)), g -> legend.paint(g, 2, width));
  }
}

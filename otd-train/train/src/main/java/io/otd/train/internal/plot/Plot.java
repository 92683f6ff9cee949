// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A chart of two numeric axes while it is being drawn; what is not finite has no place on it. */
public final class Plot {
  private final Canvas canvas;
  private final String xTitle;
  private final String yTitle;
  private final List<Layer> layers = new ArrayList<>();
  private final Legend legend = new Legend();
  private final Readings readings;
  private final Axis x = new Axis();
  private final Axis y = new Axis();
  private boolean legendShown = true;
  private int markerSize = 6;

  /**
   * An empty chart.
   *
   * @param canvas title and size
   * @param xTitle with the unit, if there is one
   * @param yTitle likewise
   */
  public Plot(Canvas canvas, String xTitle, String yTitle) {
    this.canvas = canvas;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    readings = new Readings(xTitle, yTitle);
  }

  /** The range of the horizontal axis; without it, that of the data. */
  public Plot xRange(double min, double max) {
    x.fix(min, max);
    return this;
  }

  /** The range of the vertical axis; without it, that of the data. */
  public Plot yRange(double min, double max) {
    y.fix(min, max);
    return this;
  }

  /** Ticks of the horizontal axis at given places. */
  public Plot xTicks(double[] at) {
    x.ticksAt(at);
    return this;
  }

  /** Ticks of the vertical axis at given places. */
  public Plot yTicks(double[] at) {
    y.ticksAt(at);
    return this;
  }

  /** The horizontal axis has dates, as days since 1970-01-01. */
  public Plot dates() {
    x.dates();
    return this;
  }

  /** Logarithmic axes. */
  public Plot logarithmic(boolean horizontal, boolean vertical) {
    x.logarithmic(horizontal);
    y.logarithmic(vertical);
    return this;
  }

  /** Whether to have a legend. */
  public Plot legend(boolean shown) {
    legendShown = shown;
    return this;
  }

  /** Size of the markers that follow, in CSS pixels. */
  public Plot markers(int size) {
    markerSize = size;
    return this;
  }

  /**
   * A line through points in order; a y that is not finite breaks it. An empty name keeps it off
   * the legend; under the pointer it counts to the line before.
   */
  public Plot line(String name, double[] xs, double[] ys, Color color, float width) {
    readings.curve(name, xs, ys);
    return stroke(name, new Series(xs, ys, color), width);
  }

  private Plot stroke(String name, Series series, float width) {
    return line(
        name, series, new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
  }

  /** A dashed line through points in order. */
  public Plot dashed(String name, double[] xs, double[] ys, Color color, float width) {
    return line(
        name,
        new Series(xs, ys, color),
        new BasicStroke(
            width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, new float[] {6f, 4f}, 0f));
  }

  private Plot line(String name, Series series, BasicStroke stroke) {
    if (!name.isEmpty()) {
      legend.line(name, series.color(), stroke);
    }
    return add(series, series.line(stroke));
  }

  /** Points alone, which say their coordinates under the pointer. */
  public Plot points(String name, double[] xs, double[] ys, Color color, Marker marker) {
    return points(name, xs, ys, List.of(), color, marker);
  }

  /**
   * Points alone.
   *
   * @param texts of each point, under the pointer; empty for the coordinates
   */
  public Plot points(
      String name, double[] xs, double[] ys, List<String> texts, Color color, Marker marker) {
    if (!name.isEmpty()) {
      legend.points(name, color, marker);
    }
    readings.points(xs, ys, texts);
    return markers(new Series(xs, ys, color), marker);
  }

  private Plot markers(Series series, Marker marker) {
    return add(series, series.markers(marker, markerSize));
  }

  /** Points with a line through them. */
  public Plot curve(String name, double[] xs, double[] ys, Color color, Marker marker) {
    line(name, xs, ys, color, 2f).markers(new Series(xs, ys, color), marker);
    if (!name.isEmpty()) {
      legend.curve(name, color, new BasicStroke(2f), marker);
    }
    return this;
  }

  /** The area between two curves over the same x. */
  public Plot band(String name, double[] xs, double[] lower, double[] upper, Color fill) {
    if (!name.isEmpty() && Arrays.stream(lower).anyMatch(v -> v != 0)) {
      readings.curve(name, xs, lower);
      readings.curve(name, xs, upper);
    }
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
  public Plot bars(String name, double[] edges, double[] heights, Color fill) {
    readings.bars(name, edges, heights);
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
    if (!name.isEmpty()) {
      legend.area(name, fill);
    }
    Series series = new Series(xs, ys, fill);
    return add(series, series.area());
  }

  /** Vertical strokes, one at each x. */
  public Plot segments(
      String name, double[] xs, double[] lower, double[] upper, Color color, float width) {
    double[] px = new double[3 * xs.length];
    double[] py = new double[3 * xs.length];
    for (int i = 0; i < xs.length; i++) {
      Arrays.fill(px, 3 * i, 3 * i + 3, xs[i]);
      py[3 * i] = lower[i];
      py[3 * i + 1] = upper[i];
      py[3 * i + 2] = Double.NaN;
    }
    return stroke(name, new Series(px, py, color), width);
  }

  private Plot add(Series series, Layer layer) {
    x.include(series.xs());
    y.include(series.ys());
    layers.add(layer);
    return this;
  }

  /** What lies below the series, under the pointer. */
  Plot reading(Function<Frame, List<Spot>> below) {
    readings.below(below);
    return this;
  }

  /** The finished picture on a grid. */
  public Picture picture(String description) {
    return picture(description, canvas.width(), null);
  }

  /**
   * The finished picture.
   *
   * @param width of the picture, at least the canvas's
   * @param below paints below the series, once places are known; null for the grid
   */
  public Picture picture(String description, int width, @Nullable Layer below) {
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
              paintLayers(g, frame);
              frame.paintBorder(g, canvas.title(), xTitle, yTitle);
              if (legendShown) {
                legend.paint(g, frame.top() + frame.height() + 50, canvas.width());
              }
            })
        .saying(readings.spots(frame));
  }

  /** Parts outside the axes are clipped. */
  private void paintLayers(Graphics2D g, Frame frame) {
    Graphics2D inner = (Graphics2D) g.create();
    try {
      inner.clipRect(frame.left(), frame.top(), frame.width(), frame.height());
      layers.forEach(layer -> layer.paint(inner, frame));
    } finally {
      inner.dispose();
    }
  }

  /** The legend alone, as wide as some charts side by side. */
  public Picture legendPicture(String description, int width) {
    return Picture.paint(
        description, width, Math.max(1, legend.height(width)), g -> legend.paint(g, 2, width));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The course of a training run: the two terms of the loss, their difference, the validation score
 * and, below, the kinetic action.
 *
 * @param canvas title and size of the upper part; the lower has the same width
 * @param scoreUnit unit of the loss, e.g. "standardised target", possibly empty
 */
public record TrainingCurves(Canvas canvas, String scoreUnit) {
  private static final int MAX_POINTS = 300;
  private static final double WIDE = 20;

  /**
   * Draws the curves.
   *
   * @param points oldest first, at least one; their dispersion is 0 if the loss has no such term,
   *     and so is their action if there is no flow; validation scores that are not finite are not
   *     drawn
   */
  public Picture draw(List<TrainingSnapshot.Point> points) {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("training points: 0 (expected: at least 1)");
    }
    double[] x = thin(points, TrainingSnapshot.Point::step);
    List<Picture> parts = new ArrayList<>();
    parts.add(
        scores(
            x,
            thin(points, TrainingSnapshot.Point::fit),
            thin(points, TrainingSnapshot.Point::dispersion),
            thin(points, TrainingSnapshot.Point::validation)));
    if (points.stream().anyMatch(p -> p.action() > 0)) {
      parts.add(action(x, thin(points, TrainingSnapshot.Point::action)));
    }
    return Picture.grid(1, parts);
  }

  private Picture scores(double[] x, double[] fit, double[] dispersion, double[] validation) {
    boolean twoTerms = Arrays.stream(dispersion).anyMatch(d -> d != 0);
    double[] score = new double[x.length];
    Arrays.setAll(score, i -> fit[i] - dispersion[i]);
    List<double[]> curves = new ArrayList<>(List.of(fit, score, validation));
    if (twoTerms) {
      curves.add(dispersion);
    }
    boolean logarithmic = positiveAndWide(curves);
    String unit = scoreUnit.isEmpty() ? "" : " (" + scoreUnit + ")";
    Plot plot =
        new Plot(canvas, "step", (twoTerms ? "energy score" : "loss") + unit)
            .logarithmic(false, logarithmic);
    if (twoTerms) {
      line(plot, "first term: distance to target", x, fit, Palette.ORANGE);
      line(plot, "second term: dispersion", x, dispersion, Palette.GREEN);
    }
    line(plot, "training score", x, score, Palette.BLUE);
    int[] measured = measured(validation);
    if (measured.length > 0) {
      line(
          plot,
          "validation score",
          Selected.of(x, measured),
          Selected.of(validation, measured),
          Palette.VERMILION);
    }
    return plot.picture("Training curves: loss terms and validation score over steps");
  }

  private Picture action(double[] x, double[] action) {
    Plot plot =
        new Plot(
                canvas.titled("").sized(canvas.width(), Math.max(120, canvas.height() * 9 / 20)),
                "step",
                "kinetic action")
            .logarithmic(false, positiveAndWide(List.of(action)))
            .legend(false);
    line(plot, "kinetic action", x, action, Palette.PURPLE);
    return plot.picture("kinetic action over steps");
  }

  private static void line(Plot plot, String name, double[] x, double[] y, Color color) {
    if (x.length == 1) {
      plot.points(name, x, y, color, Marker.DISC);
    } else {
      plot.line(name, x, y, color, 1.8f);
    }
  }

  private static boolean positiveAndWide(List<double[]> curves) {
    double[] all =
        curves.stream().flatMapToDouble(Arrays::stream).filter(Double::isFinite).toArray();
    double least = Arrays.stream(all).min().orElse(0);
    return least > 0 && Arrays.stream(all).max().orElse(0) > WIDE * least;
  }

  private static int[] measured(double[] values) {
    return java.util.stream.IntStream.range(0, values.length)
        .filter(i -> Double.isFinite(values[i]))
        .toArray();
  }

  /** Means of equal stretches, so that a long run's curve is distinguishable from its noise. */
  private static double[] thin(
      List<TrainingSnapshot.Point> points, ToDoubleFunction<TrainingSnapshot.Point> of) {
    double[] values = points.stream().mapToDouble(of).toArray();
    if (values.length <= MAX_POINTS) {
      return values;
    }
    double[] result = new double[MAX_POINTS];
    for (int i = 0; i < MAX_POINTS; i++) {
      int from = (int) ((long) i * values.length / MAX_POINTS);
      int to = (int) ((long) (i + 1) * values.length / MAX_POINTS);
      result[i] =
          Arrays.stream(values, from, to).filter(Double::isFinite).average().orElse(Double.NaN);
    }
    return result;
  }
}

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
import java.util.stream.IntStream;

/**
 * The course of a training: the loss with its two terms if there is one network; below it the
 * validation score, which may have another unit; below that the kinetic action, if there is a flow.
 * Each network is a line.
 *
 * @param canvas title and size of the upper part; the others have the same width
 * @param scoreUnit unit of an energy score, e.g. "standardised target", possibly empty
 */
public record TrainingCurves(Canvas canvas, String scoreUnit) {
  private static final int MAX_POINTS = 300;
  private static final double WIDE = 20;
  private static final float WIDTH = 1.8f;

  /**
   * Draws the curves of one network.
   *
   * @param points oldest first, at least one
   */
  public Picture draw(List<TrainingSnapshot.Point> points) {
    return drawAll(List.of(points));
  }

  /**
   * Draws the curves of several networks that are trained alike.
   *
   * @param networks at least one; of each its points, oldest first, at least one; their dispersion
   *     is 0 if the loss has no such term, and so is their action if there is no flow; validation
   *     scores that are not finite are not drawn
   */
  public Picture drawAll(List<List<TrainingSnapshot.Point>> networks) {
    if (networks.isEmpty() || networks.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException("training points: 0 (expected: at least 1)");
    }
    List<Picture> parts = new ArrayList<>();
    parts.add(loss(networks));
    List<Curve> validation = curves(networks, TrainingSnapshot.Point::validation);
    if (!validation.isEmpty()) {
      parts.add(lower("validation score", validation, Palette.VERMILION));
    }
    if (networks.stream().flatMap(List::stream).anyMatch(p -> p.action() > 0)) {
      List<Curve> action = curves(networks, TrainingSnapshot.Point::action);
      parts.add(lower("kinetic action", action, Palette.PURPLE));
    }
    return Picture.grid(1, parts);
  }

  /** A line; without values that are not finite. */
  private record Curve(double[] steps, double[] values) {}

  /** Of each network that has finite values. */
  private static List<Curve> curves(
      List<List<TrainingSnapshot.Point>> networks, ToDoubleFunction<TrainingSnapshot.Point> of) {
    List<Curve> curves = new ArrayList<>();
    for (List<TrainingSnapshot.Point> points : networks) {
      double[] values = thin(points, of);
      int[] measured = measured(values);
      if (measured.length > 0) {
        double[] steps = thin(points, TrainingSnapshot.Point::step);
        curves.add(new Curve(Selected.of(steps, measured), Selected.of(values, measured)));
      }
    }
    return curves;
  }

  private Picture loss(List<List<TrainingSnapshot.Point>> networks) {
    boolean twoTerms = networks.stream().flatMap(List::stream).anyMatch(p -> p.dispersion() != 0);
    List<Curve> loss = curves(networks, p -> p.fit() - p.dispersion());
    List<Curve> all = new ArrayList<>(loss);
    List<Curve> fit = List.of();
    List<Curve> dispersion = List.of();
    if (twoTerms && networks.size() == 1) {
      fit = curves(networks, TrainingSnapshot.Point::fit);
      dispersion = curves(networks, TrainingSnapshot.Point::dispersion);
      all.addAll(fit);
      all.addAll(dispersion);
    }
    Plot plot =
        new Plot(canvas, "step", twoTerms ? "training energy score" + unit() : "training loss")
            .logarithmic(false, positiveAndWide(all))
            .legend(!fit.isEmpty());
    lines(plot, "first term: distance to target", fit, Palette.ORANGE);
    lines(plot, "second term: dispersion", dispersion, Palette.GREEN);
    lines(plot, "energy score", loss, Palette.BLUE);
    return plot.picture("training loss over steps");
  }

  private String unit() {
    return scoreUnit.isEmpty() ? "" : " (" + scoreUnit + ")";
  }

  private Picture lower(String title, List<Curve> curves, Color color) {
    Plot plot =
        new Plot(
                canvas.titled("").sized(canvas.width(), Math.max(120, canvas.height() * 9 / 20)),
                "step",
                title)
            .logarithmic(false, positiveAndWide(curves))
            .legend(false);
    lines(plot, title, curves, color);
    return plot.picture(title + " over steps");
  }

  private static void lines(Plot plot, String name, List<Curve> curves, Color color) {
    for (int i = 0; i < curves.size(); i++) {
      line(plot, i == 0 ? name : "", curves.get(i), color);
    }
  }

  private static void line(Plot plot, String name, Curve curve, Color color) {
    if (curve.steps().length == 1) {
      plot.points(name, curve.steps(), curve.values(), color, Marker.DISC);
    } else {
      plot.line(name, curve.steps(), curve.values(), color, WIDTH);
    }
  }

  private static boolean positiveAndWide(List<Curve> curves) {
    double[] all = curves.stream().flatMapToDouble(c -> Arrays.stream(c.values())).toArray();
    double least = Arrays.stream(all).min().orElse(0);
    return least > 0 && Arrays.stream(all).max().orElse(0) > WIDE * least;
  }

  private static int[] measured(double[] values) {
    return IntStream.range(0, values.length).filter(i -> Double.isFinite(values[i])).toArray();
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

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Validation scores of the trials of a search over their steps.
 *
 * @param canvas title and size
 */
public record TrialCurves(Canvas canvas) {
  /** Scores above this multiple of the best one are not drawn: they would flatten all others. */
  public static final double HIGHEST = 5;

  /**
   * One trial.
   *
   * @param fate what became of it
   * @param step rising
   * @param score at each
   */
  public record Curve(TrialFate fate, double[] step, double[] score) {}

  /**
   * Draws them.
   *
   * @param curves at least one
   */
  public Picture draw(List<Curve> curves) {
    double best =
        curves.stream()
            .flatMapToDouble(c -> Arrays.stream(c.score()))
            .filter(Double::isFinite)
            .min()
            .orElse(1);
    double highest = best > 0 ? HIGHEST * best : Double.POSITIVE_INFINITY;
    Plot plot = new Plot(canvas, "step", "validation score").logarithmic(false, best > 0);
    curves.stream()
        .sorted(Comparator.comparing(Curve::fate))
        .forEach(
            c -> {
              double[] shown =
                  Arrays.stream(c.score()).map(v -> v <= highest ? v : Double.NaN).toArray();
              draw(plot, c.fate(), c.step(), shown);
            });
    return plot.picture("Validation scores of all trials over their steps");
  }

  private static void draw(Plot plot, TrialFate fate, double[] step, double[] score) {
    if (step.length == 1) {
      plot.points(fate.label(), step, score, fate.color(), Marker.DISC);
    } else {
      plot.line(fate.label(), step, score, fate.color(), fate.width());
    }
  }
}

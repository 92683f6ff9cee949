// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Predictive means over observed values, with intervals; on the diagonal a prediction is right.
 *
 * @param canvas title and size
 * @param target name and unit of the target
 * @param interval name of the interval, e.g. "90 % interval"
 */
public record PredictedAgainstObserved(Canvas canvas, String target, String interval) {
  private static final int MAX_INTERVALS = 400;

  /**
   * Draws them; with more than 400 rows, only evenly spaced intervals.
   *
   * @param observed of each row
   * @param mean predicted
   * @param lower end of the interval
   * @param upper end of the interval
   * @param texts of each row, under the pointer; empty for its coordinates
   */
  public Picture draw(
      double[] observed, double[] mean, double[] lower, double[] upper, List<String> texts) {
    int[] shown = Selected.places(observed.length, MAX_INTERVALS);
    double min = DoubleStream.concat(all(observed), all(mean)).min().orElseThrow();
    double max = DoubleStream.concat(all(observed), all(mean)).max().orElseThrow();
    double[] diagonal = {min, max};
    return new Plot(canvas, "observed " + target, "predicted " + target)
        .markers(observed.length > 300 ? 4 : 5)
        .line("", diagonal, diagonal, Palette.INK, 1.2f)
        .segments(
            interval,
            Selected.of(observed, shown),
            Selected.of(lower, shown),
            Selected.of(upper, shown),
            Palette.tint(Palette.SKY, .6),
            1.4f)
        .points("predictive mean", observed, mean, texts, Palette.BLUE, Marker.DISC)
        .picture("Predicted against observed " + target + " with the " + interval);
  }

  private static DoubleStream all(double[] values) {
    return Arrays.stream(values);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Validation scores of the trials of a search over one setting.
 *
 * @param canvas title and size
 * @param setting its name
 * @param logarithmic whether its axis is
 */
public record TrialScatter(Canvas canvas, String setting, boolean logarithmic) {
  /**
   * Draws it.
   *
   * @param fates of the trials
   * @param value of the setting in each; NaN is not drawn
   * @param score of each; what is not finite or above {@link TrialCurves#HIGHEST} times the best is
   *     not drawn
   */
  public Picture draw(List<TrialFate> fates, double[] value, double[] score) {
    double best = Arrays.stream(score).filter(Double::isFinite).min().orElse(1);
    double highest = best > 0 ? TrialCurves.HIGHEST * best : Double.POSITIVE_INFINITY;
    Plot plot =
        new Plot(canvas, setting, "validation score").logarithmic(logarithmic, best > 0).markers(8);
    for (TrialFate fate : TrialFate.values()) {
      int[] of =
          IntStream.range(0, value.length)
              .filter(i -> fates.get(i) == fate && score[i] <= highest && !Double.isNaN(value[i]))
              .toArray();
      if (of.length > 0) {
        plot.points(
            fate.label(),
            Arrays.stream(of).mapToDouble(i -> value[i]).toArray(),
            Arrays.stream(of).mapToDouble(i -> score[i]).toArray(),
            fate.color(),
            fate == TrialFate.START ? Marker.CROSS : Marker.DISC);
      }
    }
    return plot.picture("validation scores over " + setting);
  }
}

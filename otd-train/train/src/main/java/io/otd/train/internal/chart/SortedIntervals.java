// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.internal.weight.RowWeights;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.awt.Color;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Predictive intervals of all rows in the order of their means, with the observed values inside and
 * outside them.
 *
 * @param canvas title and size
 * @param target name and unit of the target
 * @param interval name of the interval, e.g. "90 % interval"
 */
public record SortedIntervals(Canvas canvas, String target, String interval) {
  /**
   * Draws them.
   *
   * @param observed of each row, at least 2 rows
   * @param mean predicted
   * @param lower end of the interval
   * @param upper end of the interval
   * @param texts of each row, under the pointer; empty for its coordinates
   */
  public Picture draw(
      double[] observed, double[] mean, double[] lower, double[] upper, List<String> texts) {
    int n = observed.length;
    int[] order = RowWeights.ascending(mean);
    double[] rank = IntStream.rangeClosed(1, n).asDoubleStream().toArray();
    int[] inside =
        IntStream.range(0, n).filter(r -> covers(order[r], observed, lower, upper)).toArray();
    int[] outside =
        IntStream.range(0, n).filter(r -> !covers(order[r], observed, lower, upper)).toArray();
    Plot plot =
        new Plot(canvas, "row, in the order of the predictive mean", target)
            .markers(n > 300 ? 3 : 5)
            .segments(
                interval,
                rank,
                Selected.of(lower, order),
                Selected.of(upper, order),
                Palette.tint(Palette.SKY, .55),
                Math.max(1f, Math.min(4f, 420f / n)));
    plot.line("predictive mean", rank, Selected.of(mean, order), Palette.BLUE, 1.8f);
    Selection rows = new Selection(order, observed, texts);
    points(plot, "inside", rows, inside, Palette.INK, Marker.DISC);
    points(plot, "outside", rows, outside, Palette.VERMILION, Marker.CROSS);
    return plot.picture(
        "The %s of each row with the observed value: %s of %s inside"
            .formatted(interval, inside.length, n));
  }

  private static boolean covers(int row, double[] observed, double[] lower, double[] upper) {
    return observed[row] >= lower[row] && observed[row] <= upper[row];
  }

  /** The rows in the order in which they are drawn. */
  private record Selection(int[] order, double[] observed, List<String> texts) {
    double[] observed(int[] ranks) {
      return IntStream.of(ranks).mapToDouble(r -> observed[order[r]]).toArray();
    }

    List<String> texts(int[] ranks) {
      return texts.isEmpty()
          ? texts
          : IntStream.of(ranks).mapToObj(r -> texts.get(order[r])).toList();
    }
  }

  private static void points(
      Plot plot, String where, Selection rows, int[] ranks, Color color, Marker marker) {
    if (ranks.length > 0) {
      double[] x = IntStream.of(ranks).mapToDouble(r -> r + 1).toArray();
      plot.points(
          "observed, %s (%s)".formatted(where, ranks.length),
          x,
          rows.observed(ranks),
          rows.texts(ranks),
          color,
          marker);
    }
  }
}

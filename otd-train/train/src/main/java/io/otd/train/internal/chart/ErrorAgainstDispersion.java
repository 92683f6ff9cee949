// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Absolute error of the predictive mean over the dispersion of the draws, one point per row, on
 * logarithmic axes. A useful dispersion rises with the error.
 *
 * @param canvas title and size
 * @param dispersionTitle name and unit of the dispersion
 * @param errorTitle name and unit of the error
 */
public record ErrorAgainstDispersion(Canvas canvas, String dispersionTitle, String errorTitle) {
  private static final double LEAST_SHARE = 1e-4;

  /**
   * Draws it. Values below 1e-4 of the greatest are drawn there: a logarithm has no place for 0.
   *
   * @param dispersion of each row, at least 0, not all 0
   * @param error of each row, at least 0, not all 0
   * @param texts of each row, under the pointer; empty for its coordinates
   * @param rankCorrelation of the two, shown in the legend
   */
  public Picture draw(
      double[] dispersion, double[] error, List<String> texts, double rankCorrelation) {
    double[] x = lifted(dispersion);
    double[] y = lifted(error);
    double low = Math.max(least(x), least(y));
    double high = Math.min(greatest(x), greatest(y));
    Plot plot =
        new Plot(canvas, dispersionTitle, errorTitle)
            .logarithmic(true, true)
            .markers(x.length > 400 ? 3 : 5)
            .points(
                "test rows (rank correlation %s)".formatted(NumberText.fixed(rankCorrelation, 2)),
                x,
                y,
                texts,
                Palette.translucent(Palette.BLUE, x.length > 400 ? .45 : .7),
                Marker.DISC);
    if (low < high) {
      double[] diagonal = IntStream.range(0, 2).mapToDouble(i -> i == 0 ? low : high).toArray();
      plot.line("equal", diagonal, diagonal, Palette.VERMILION, 1.4f);
    }
    return plot.picture("Absolute error over predictive dispersion");
  }

  private static double[] lifted(double[] values) {
    double floor = LEAST_SHARE * greatest(values);
    return Arrays.stream(values).map(v -> Math.max(v, floor)).toArray();
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double greatest(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}

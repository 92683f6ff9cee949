// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.metrics.evaluation.Sparsification;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;

/**
 * Mean error of the rows that remain when those of largest dispersion are removed. The faster it
 * falls, the better the dispersion shows which predictions to trust; the oracle uses the errors.
 *
 * @param canvas title and size
 */
public record SparsificationCurve(Canvas canvas) {
  private static final int MAX_POINTS = 400;

  /**
   * Draws it.
   *
   * @param curve of at least 2 rows
   */
  public Picture draw(Sparsification curve) {
    int n = curve.curve().length;
    int points = Math.min(n, MAX_POINTS);
    int[] at = new int[points];
    Arrays.setAll(at, i -> (int) ((long) i * (n - 1) / (points - 1)));
    double[] share = Arrays.stream(at).mapToDouble(k -> (double) k / n).toArray();
    double[] ends = {0, 1};
    return new Plot(canvas, "share of rows removed", "mean error of the rest / of all")
        .xRange(0, 1)
        .line("in any order", ends, new double[] {1, 1}, Palette.GREY, 1.4f)
        .line("by dispersion", share, Selected.of(curve.curve(), at), Palette.BLUE, 2f)
        .line("by error (oracle)", share, Selected.of(curve.oracle(), at), Palette.GREEN, 1.6f)
        .picture("Sparsification: mean error of the remaining rows, over the share removed");
  }
}

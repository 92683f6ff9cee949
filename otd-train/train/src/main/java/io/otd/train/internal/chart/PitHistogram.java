// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Histogram;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;

/**
 * Histogram of the probability integral transform, the predictive distribution function at the
 * observed value. Calibrated predictions give a flat one; a U is too narrow, a hump too wide.
 *
 * @param canvas title and size
 */
public record PitHistogram(Canvas canvas) {
  private static final int FEWEST_BINS = 4;
  private static final int MAX_BINS = 20;
  private static final int ROWS_A_BIN = 8;

  /** Two-sided 95 % quantile of the normal law. */
  private static final double NORMAL_95 = 1.959964;

  /**
   * Draws it in bars of about eight rows, from 4 to 20, with the range in which 95 % of the bars of
   * calibrated predictions lie (normal approximation of the binomial law).
   *
   * @param pit in [0, 1], one per row
   * @param independent whether the rows do not depend on each other; without the range if they do
   */
  public Picture draw(double[] pit, boolean independent) {
    int bins = Math.max(FEWEST_BINS, Math.min(MAX_BINS, pit.length / ROWS_A_BIN));
    double[] edges = new double[bins + 1];
    Arrays.setAll(edges, i -> (double) i / bins);
    double[] density = Histogram.density(edges, pit);
    double sd = Math.sqrt((bins - 1.0) / pit.length);
    double[] ends = {0, 1};
    double low = Math.max(0, 1 - NORMAL_95 * sd);
    double high = 1 + NORMAL_95 * sd;
    double top = 1.08 * Math.max(high, Arrays.stream(density).max().orElse(1));
    Plot plot =
        new Plot(canvas, "predictive distribution function at the observed value", "density")
            .xRange(0, 1)
            .yRange(0, top)
            .bars("test rows", edges, density, Palette.tint(Palette.SKY, .8))
            .line("", ends, new double[] {1, 1}, Palette.INK, 1f);
    if (independent) {
      plot.dashed(
              "95 % range if calibrated", ends, new double[] {low, low}, Palette.VERMILION, 1.5f)
          .dashed("", ends, new double[] {high, high}, Palette.VERMILION, 1.5f);
    }
    return plot.picture("Histogram of the probability integral transform");
  }
}

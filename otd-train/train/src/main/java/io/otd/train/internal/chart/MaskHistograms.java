// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Histogram;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Histograms of mask values, one panel a model.
 *
 * @param panel title prefix and size of one panel
 * @param columns panels side by side, at least 1
 */
public record MaskHistograms(Canvas panel, int columns) {
  private static final int BINS = 40;
  private static final String DESCRIPTION = "Histograms of mask values";

  /**
   * Draws them.
   *
   * @param masks values in [0, 1] of each model, by the panel's title
   */
  public Picture draw(Map<String, double[]> masks) {
    List<Picture> parts = new ArrayList<>();
    Plot last = null;
    for (Map.Entry<String, double[]> model : masks.entrySet()) {
      last = one(model.getKey(), model.getValue());
      parts.add(last.picture(DESCRIPTION));
    }
    Picture grid = Picture.grid(columns, parts);
    return last == null
        ? grid
        : Picture.grid(1, List.of(grid, last.legendPicture(DESCRIPTION, grid.width())));
  }

  private Plot one(String name, double[] values) {
    double[] edges = new double[BINS + 1];
    Arrays.setAll(edges, i -> (double) i / BINS);
    double[] density = Histogram.density(edges, values);
    double top = Math.max(1.2, 1.05 * Arrays.stream(density).max().orElse(1));
    return new Plot(panel.titled(name), "mask value", "density")
        .xRange(0, 1)
        .yRange(0, top)
        .bars("transported masks", edges, density, Palette.tint(Palette.BLUE, .75))
        .line("reference law", new double[] {0, 1}, new double[] {1, 1}, Palette.VERMILION, 1.6f)
        .legend(false);
  }
}

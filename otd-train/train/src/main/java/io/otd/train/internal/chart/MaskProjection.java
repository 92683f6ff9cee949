// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;

/**
 * Two clouds of mask states on the first principal components.
 *
 * @param canvas title and size
 */
public record MaskProjection(Canvas canvas) {
  /**
   * Draws them.
   *
   * @param reference {@code [2][n]}: first and second component of reference masks
   * @param transported {@code [2][m]}: the same of transported masks, on the same axes
   * @param shares of the variance in the two components, in [0, 1]
   */
  public Picture draw(double[][] reference, double[][] transported, double[] shares) {
    Plot plot =
        new Plot(canvas, title(1, shares[0]), title(2, shares[1]))
            .markers(transported[0].length > 500 ? 3 : 5);
    plot.points(
        "reference masks",
        reference[0],
        reference[1],
        Palette.translucent(Palette.GREY, .55),
        Marker.DISC);
    plot.points(
        "transported masks",
        transported[0],
        transported[1],
        Palette.translucent(Palette.BLUE, .6),
        Marker.DISC);
    return plot.picture("Reference and transported masks on their first two principal components");
  }

  private static String title(int component, double share) {
    return "component %s (%s %% of variance)"
        .formatted(component, NumberText.fixed(100 * share, 0));
  }
}

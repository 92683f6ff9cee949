// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.ColorScale;
import io.otd.train.internal.plot.HeatMap;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.util.Arrays;

/**
 * A field on a square grid of cells of the unit square, as a heat map.
 *
 * @param canvas title and size
 */
public record FieldMap(Canvas canvas) {
  private static final double[] ROUND = {1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8};

  /** The range of the colours. */
  public enum Colors {
    /** As far below zero as above it. */
    AROUND_ZERO,
    /** From zero on. */
    FROM_ZERO
  }

  /**
   * A round number not below the largest magnitude, whose quarters are short as well.
   *
   * @param values finite
   */
  public static double reach(double[] values) {
    double most = Math.max(1e-12, Arrays.stream(values).map(Math::abs).max().orElseThrow());
    double power = Math.pow(10, Math.floor(Math.log10(most)));
    return Arrays.stream(ROUND).map(r -> r * power).filter(r -> r >= most).min().orElse(10 * power);
  }

  /**
   * Draws it.
   *
   * @param values {@code [N * N]}, of the cell (i, j) at {@code i N + j}, i along x and j along y;
   *     finite
   * @param most value of the last colour, as from {@link #reach}; greater than 0
   */
  public Picture draw(double[] values, Colors colors, double most) {
    int size = (int) Math.round(Math.sqrt(values.length));
    if (size < 1 || size * size != values.length) {
      throw new IllegalArgumentException(
          "field: " + values.length + " values (expected: a square number)");
    }
    double[][] cells = new double[size][];
    for (int i = 0; i < size; i++) {
      cells[i] = Arrays.copyOfRange(values, i * size, (i + 1) * size);
    }
    boolean signed = colors == Colors.AROUND_ZERO;
    Plot plot = new Plot(HeatMap.besideBar(canvas), "", "").xRange(0, 1).yRange(0, 1).legend(false);
    return new HeatMap(
            cells,
            signed ? ColorScale.DIVERGING : ColorScale.SEQUENTIAL,
            signed ? -most : 0,
            most,
            false,
            "")
        .below(plot, canvas, "Field, " + canvas.title());
  }
}

package io.otd.train.report;

import java.util.Arrays;

/**
 * A field on a square grid of cells of the unit square, as a heat map.
 *
 * @param canvas title and size
 */
public record FieldMap(Canvas canvas) {
  /** What the colours run over. */
  public enum Colors {
    /** From the largest magnitude below zero to the same above it. */
    AROUND_ZERO,
    /** From zero to the largest value. */
    FROM_ZERO
  }

  /**
   * Draws it.
   *
   * @param values {@code [N * N]}, of the cell (i, j) at {@code i N + j}, i along x and j along y;
   *     finite
   * @param colors of it
   */
  public Picture draw(double[] values, Colors colors) {
    int size = (int) Math.round(Math.sqrt(values.length));
    if (size < 1 || size * size != values.length) {
      throw new IllegalArgumentException(
          "field: " + values.length + " values (expected: a square number)");
    }
    double[][] cells = new double[size][];
    for (int i = 0; i < size; i++) {
      cells[i] = Arrays.copyOfRange(values, i * size, (i + 1) * size);
    }
    double most = Math.max(1e-12, Arrays.stream(values).map(Math::abs).max().orElseThrow());
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

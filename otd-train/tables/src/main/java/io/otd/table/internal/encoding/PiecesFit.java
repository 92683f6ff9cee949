// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.metrics.Moments;
import io.otd.core.schema.NumericInput.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits the pieces of a column of numbers. They meet at the quantiles of the training values, so
 * that each holds about as many rows; of a column with few different values, at all of them. Beyond
 * the training values, the first and the last go on for their own length.
 */
final class PiecesFit {
  /** A piece's input is at most one over this share away from its mean, however rare it is. */
  private static final double LEAST_SCALE = .1;

  private PiecesFit() {}

  /**
   * The pieces.
   *
   * @param ascending training values within the column's bounds, at least one
   * @param weights how much each value counts, {@code [n]}
   * @param most maximum number of pieces
   * @return none if the column has fewer than three different values, since a single piece would
   *     repeat the column
   */
  static List<Piece> of(double[] ascending, double[] weights, int most) {
    double[] knots = knots(ascending, most);
    if (knots.length < 3) {
      return List.of();
    }
    List<Piece> pieces = new ArrayList<>();
    int last = knots.length - 1;
    for (int i = 1; i <= last; i++) {
      double length = knots[i] - knots[i - 1];
      pieces.add(
          piece(
              ascending,
              weights,
              i == 1 ? knots[0] - length : knots[i - 1],
              i == last ? knots[last] + length : knots[i],
              length));
    }
    return pieces;
  }

  private static double[] knots(double[] ascending, int most) {
    if (most == 0) {
      return new double[0];
    }
    double[] different = Arrays.stream(ascending).distinct().limit(most + 2L).toArray();
    if (different.length <= most + 1) {
      return different;
    }
    double[] knots = new double[most + 1];
    for (int i = 0; i <= most; i++) {
      knots[i] = ascending[(int) Math.round(i * (ascending.length - 1.0) / most)];
    }
    return Arrays.stream(knots).distinct().toArray();
  }

  private static Piece piece(
      double[] ascending, double[] weights, double lower, double upper, double length) {
    Moments moments =
        Moments.of(
            Arrays.stream(ascending).map(v -> Math.max(lower, Math.min(upper, v))).toArray(),
            weights);
    return new Piece(lower, upper, moments.mean(), Math.max(moments.scale(), LEAST_SCALE * length));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.TargetColumn;
import java.util.Arrays;

/**
 * How far float32 rounding may move the draws of one target of one row, and what is computed from
 * them.
 *
 * @param draws of the row, at least 1
 * @param unit what one unit of the network is worth in the target's units
 * @param step of the target's lattice, 0 if there is none
 * @param largest magnitude of a draw
 * @param range of the draws, at least 0
 */
record Rounding(int draws, double unit, double step, double largest, double range) {
  /** Largest difference, relative to the scale of the target and the size of the value. */
  private static final double TOLERANCE = 2e-5;

  /** Minimum number of draws that rounding may move to the next point of a lattice. */
  private static final int FEWEST_MOVED = 3;

  /**
   * The rounding of draws. A rounding error of the network is weighted by the scale at the most
   * extreme draw.
   *
   * @param column of the target
   * @param draws of the row, in the target's units
   */
  static Rounding of(TargetColumn column, double[] draws) {
    double unit = Arrays.stream(draws).map(column::unit).max().orElseThrow();
    double least = Arrays.stream(draws).min().orElseThrow();
    double greatest = Arrays.stream(draws).max().orElseThrow();
    return new Rounding(
        draws.length,
        unit,
        column.support().lattice().step(),
        Math.max(Math.abs(least), Math.abs(greatest)),
        greatest - least);
  }

  /** Largest difference of a value that is not on a lattice. */
  double error(double expected) {
    return TOLERANCE * (unit + Math.abs(expected));
  }

  /**
   * Number of draws that may move to the next point of the lattice: those whose distance from the
   * middle between two points is within several rounding errors.
   */
  int moved() {
    return step > 0
        ? (int) Math.min(draws, FEWEST_MOVED + Math.ceil(2 * TOLERANCE * unit / step * draws))
        : 0;
  }

  /**
   * Largest difference of a part of the variance: of squares of at most the range.
   *
   * @param share of the draws that move to the next point of the lattice
   */
  private double ofVariance(double share) {
    double ofDraw = error(largest);
    return 3 * (ofDraw * (2 * range + ofDraw) + share * step * (2 * range + step));
  }

  /**
   * Largest difference of an output. A probability may be off by a draw that lies at the threshold
   * to within rounding; on a lattice, by all that may move.
   *
   * @param output its name in the signature
   */
  double error(String output, double expected) {
    double share = (double) moved() / draws;
    return switch (output) {
      case ServingNames.BELOW -> 1.5 * Math.max(1.0 / draws, share);
      case ServingNames.MEAN -> error(expected) + share * step;
      case ServingNames.STD -> error(expected) + Math.sqrt(share) * step;
      case ServingNames.WITHIN, ServingNames.BETWEEN -> ofVariance(share);
      default -> error(expected) + 1.5 * step;
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * The offsets of one level.
 *
 * @param level alpha, inside (0, 1)
 * @param offsets q of each output; infinite if the calibration rows were too few for the level
 */
public record ConformalLevel(double level, List<Double> offsets) {
  /** Checks the level and the offsets. */
  public ConformalLevel {
    offsets = List.copyOf(offsets);
    Check.that(level > 0 && level < 1, "conformal level", level, "inside (0, 1)");
    for (double offset : offsets) {
      if (Double.isNaN(offset) || offset == Double.NEGATIVE_INFINITY) {
        throw new IllegalArgumentException(
            "conformal offset: " + offset + " (expected: a number, or Infinity)");
      }
    }
  }

  /** Whether the intervals of this level have ends, in every output. */
  public boolean bounded() {
    return offsets.stream().noneMatch(o -> o.isInfinite());
  }

  /**
   * The smallest of n scores that, with all smaller ones, has the share alpha of the weights of all
   * and of one more score at infinity; infinite if there is none (Tibshirani et al. 2019, equation
   * 7). Without weights, the {@code ceil((n + 1) alpha)}-th smallest (Vovk, Gammerman and Shafer
   * 2005; Romano et al. 2019, equation 8): one more exchangeable score is at most this with
   * probability alpha or more.
   *
   * @param scores {@code [n]}, n at least 1, any order, not NaN
   * @param weights of the rows; one more row has the mean of them
   * @param level alpha, inside (0, 1), as the decimal that it is written as
   */
  public static double offset(double[] scores, RowWeights weights, double level) {
    // One more row weighs the mean: only the number of rows decides whether there are ends, not how
    // sums of their weights are rounded.
    if (rank(scores.length, level) > scores.length) {
      return Double.POSITIVE_INFINITY;
    }
    double all = weights.sum();
    BigDecimal needed =
        BigDecimal.valueOf(level).multiply(new BigDecimal(all + all / weights.rows()));
    int[] order = RowWeights.ascending(scores);
    double sum = 0;
    for (int row : order) {
      sum += weights.at(row);
      if (new BigDecimal(sum).compareTo(needed) >= 0) {
        return scores[row];
      }
    }
    return scores[order[order.length - 1]];
  }

  /** The fewest calibration rows with which the intervals of a level have ends. */
  public static int fewestRows(double level) {
    BigDecimal inside = BigDecimal.valueOf(level);
    return inside.divide(BigDecimal.ONE.subtract(inside), 0, RoundingMode.CEILING).intValueExact();
  }

  /** k, of n scores: above n if there is none. */
  static int rank(int rows, double level) {
    return BigDecimal.valueOf(level)
        .multiply(BigDecimal.valueOf(rows + 1L))
        .setScale(0, RoundingMode.CEILING)
        .intValueExact();
  }
}

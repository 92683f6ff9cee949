// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import io.otd.core.internal.array.Observations;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The choice of the kernels' width by the likelihood of validation rows (paper, "UCI/OpenML
 * Protocol": the hyperparameters of the density estimator are chosen on validation rows).
 *
 * @implNote The paper does not say which widths were tried. Here one width serves all rows, in
 *     standard deviations of the training targets: the best of 25 from 0.001 to 1, evenly spaced on
 *     a logarithmic scale. The smallest bounds the likelihood of predictions without spread.
 */
public final class BandwidthSelection {
  /** The widths that are tried, in standard deviations of the target, ascending. */
  public static final List<Double> WIDTHS =
      IntStream.range(0, 25).mapToObj(i -> Math.pow(10, -3 + i / 8.0)).toList();

  /** In half squares: terms further than this below the largest one add nothing. */
  private static final double NEGLIGIBLE = 45;

  private BandwidthSelection() {}

  /**
   * The width of the largest likelihood; of equal ones the largest, which is the safest.
   *
   * @param validation {@code [K, n, d_y]}, standardised
   * @param observed {@code [n][d_y]}, finite, standardised likewise
   * @return of {@link #WIDTHS}
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static Bandwidth.Fixed select(Draws validation, double[][] observed) {
    return select(validation, observed, RowWeights.equal(observed.length).of());
  }

  /**
   * The same by rows that do not count the same.
   *
   * @param weights {@code [n]}, above 0
   */
  public static Bandwidth.Fixed select(Draws validation, double[][] observed, double[] weights) {
    Observations.check(validation.rows(), validation.outputs(), observed);
    double[] logLikelihood = new double[WIDTHS.size()];
    for (int i = 0; i < validation.rows(); i++) {
      double[] squares = squares(validation, i, observed[i]);
      for (int w = 0; w < logLikelihood.length; w++) {
        logLikelihood[w] += weights[i] * logDensity(squares, WIDTHS.get(w), validation.outputs());
      }
    }
    int best = 0;
    for (int w = 1; w < logLikelihood.length; w++) {
      best = logLikelihood[w] >= logLikelihood[best] ? w : best;
    }
    return new Bandwidth.Fixed(WIDTHS.get(best));
  }

  /** Squared distances of the draws to the observed value, ascending. */
  private static double[] squares(Draws draws, int row, double[] observed) {
    double[] squares = new double[draws.draws()];
    for (int j = 0; j < observed.length; j++) {
      double[] y = draws.of(row, j);
      for (int k = 0; k < squares.length; k++) {
        squares[k] += (y[k] - observed[j]) * (y[k] - observed[j]);
      }
    }
    Arrays.sort(squares);
    return squares;
  }

  /** The log density up to a constant, as in {@link KernelSum}. */
  private static double logDensity(double[] squares, double width, int outputs) {
    double twice = 2 * width * width;
    double sum = 0;
    for (double square : squares) {
      double below = (square - squares[0]) / twice;
      if (below > NEGLIGIBLE) {
        break;
      }
      sum += Math.exp(-below);
    }
    return Math.log(sum) - squares[0] / twice - outputs * Math.log(width);
  }
}

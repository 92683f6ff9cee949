// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.Arrays;

/**
 * Half the mean distance of two draws, {@code 1/(2 K (K-1)) sum_{k != r} |y_k - y_r|}, the second
 * term of the energy score (paper, "Diagnostic metrics"); 0 for one draw. Its mean over the rows is
 * the dispersion U of "Ensemble dispersion versus data availability"; twice it is the {@code
 * epsilon_D} of the Ginzburg-Landau tables. In the target's units.
 *
 * @implNote For one output the draws are sorted and the sum over pairs is {@code sum_r r (K - r)
 *     (y_(r+1) - y_(r))}: O(K log K), and a sum of non-negative terms, so nothing cancels.
 */
public final class PredictiveDispersion {
  private PredictiveDispersion() {}

  /**
   * The dispersion of each row.
   *
   * @param draws {@code [K, n, d_y]}
   * @return {@code [n]}, at least 0
   */
  public static double[] byRow(Draws draws) {
    double[] result = new double[draws.rows()];
    for (int i = 0; i < result.length; i++) {
      result[i] = draws.outputs() == 1 ? of(draws.sorted(i, 0)) : ofSeveral(draws.byOutput(i));
    }
    return result;
  }

  /**
   * The dispersion of one row of one output; 0 for one draw.
   *
   * @param ascending {@code [K]} in ascending order, at least one
   */
  public static double of(double[] ascending) {
    double draws = ascending.length;
    return draws == 1 ? 0 : sorted(ascending) / (draws * (draws - 1));
  }

  /**
   * The dispersion of one row of any number of outputs; 0 for one draw.
   *
   * @param values {@code [d_y][K]}, K at least 1
   */
  public static double ofSeveral(double[][] values) {
    double draws = values[0].length;
    return draws == 1 ? 0 : allPairs(values) / (draws * (draws - 1));
  }

  /** {@code sum_{k < r} |y_k - y_r|} of ascending values. */
  static double sorted(double[] ascending) {
    double sum = 0;
    for (int r = 1; r < ascending.length; r++) {
      sum += (double) r * (ascending.length - r) * (ascending[r] - ascending[r - 1]);
    }
    return sum;
  }

  /** {@code sum_{k < r} |y_k - y_r|} of one row for any number of outputs, {@code [d_y][K]}. */
  static double allPairs(double[][] values) {
    double sum = 0;
    double[] squares = new double[values[0].length];
    for (int k = 1; k < squares.length; k++) {
      Arrays.fill(squares, 0, k, 0);
      for (double[] output : values) {
        double at = output[k];
        for (int r = 0; r < k; r++) {
          squares[r] += (at - output[r]) * (at - output[r]);
        }
      }
      for (int r = 0; r < k; r++) {
        sum += Math.sqrt(squares[r]);
      }
    }
    return sum;
  }
}

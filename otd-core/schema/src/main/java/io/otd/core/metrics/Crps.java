// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/**
 * The continuous ranked probability score of one output (Gneiting and Raftery 2007, section 4.2),
 * {@code E |Y - y| - 1/2 E |Y - Y'|}, estimated from K draws in two ways:
 *
 * <pre>{@code
 * fair       1/K sum_k |y_k - y| - 1/(2 K (K-1)) sum_{k, r} |y_k - y_r|
 * empirical  1/K sum_k |y_k - y| - 1/(2 K^2)     sum_{k, r} |y_k - y_r|
 * }</pre>
 *
 * The fair form is unbiased for the score of the law that was drawn from, and does not depend on K
 * in the mean (Ferro 2014); for one output it is the {@linkplain SampleEnergyScore energy score}.
 * The empirical form takes the K draws for the whole law: it is never below 0, and larger in the
 * mean. In the target's units; lower is better.
 *
 * @implNote The paper's score is one for all outputs together; this one is of one output, and for
 *     several the mean over the outputs is given.
 */
public final class Crps {
  private Crps() {}

  /**
   * The empirical form of one row.
   *
   * @param ascending {@code [K]} in ascending order, at least one
   * @param observed finite
   */
  public static double empirical(double[] ascending, double observed) {
    double draws = ascending.length;
    return distance(ascending, observed) - PredictiveDispersion.sorted(ascending) / (draws * draws);
  }

  /**
   * The fair form of one row; for one draw the distance alone.
   *
   * @param ascending {@code [K]} in ascending order, at least one
   * @param observed finite
   */
  public static double fair(double[] ascending, double observed) {
    return distance(ascending, observed) - PredictiveDispersion.of(ascending);
  }

  private static double distance(double[] ascending, double observed) {
    double sum = 0;
    for (double y : ascending) {
      sum += Math.abs(y - observed);
    }
    return sum / ascending.length;
  }
}

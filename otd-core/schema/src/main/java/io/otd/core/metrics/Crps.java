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

  /**
   * The fair form of the score {@code 2 integral w(tau) (1{y <= q(tau)} - tau) (q(tau) - y) dtau}
   * of one row, in which the pinball loss of each quantile q(tau) has the weight {@code w(tau) =
   * constant + linear tau + square tau^2} (Gneiting and Ranjan 2011); with a constant of 1 alone it
   * is {@link #fair}. The power {@code tau^r} of the k-th of K draws is {@code (k-1)...(k-r) /
   * ((K-1)...(K-r))}, so that the estimate is unbiased (probability-weighted moments; Landwehr et
   * al. 1979). Up to three draws are taken for the whole law.
   *
   * @param ascending {@code [K]} in ascending order, at least one
   * @param observed finite
   */
  public static double weighted(
      double[] ascending, double observed, double constant, double linear, double square) {
    int draws = ascending.length;
    double sum = 0;
    for (int k = 1; k <= draws; k++) {
      double above = ascending[k - 1] - observed;
      double first = power(k, draws, 1);
      double second = power(k, draws, 2);
      double weight = constant + linear * first + square * second;
      double times = constant * first + linear * second + square * power(k, draws, 3);
      sum += above * ((above > 0 ? weight : 0) - times);
    }
    return 2 * sum / draws;
  }

  /** The mean of {@code tau^r} over the probabilities of the k-th of K draws. */
  private static double power(int k, int draws, int r) {
    if (draws <= 3) {
      return (Math.pow(k, r + 1) - Math.pow(k - 1, r + 1)) / (r + 1) / Math.pow(draws, r);
    }
    double power = 1;
    for (int i = 1; i <= r; i++) {
      power *= (double) (k - i) / (draws - i);
    }
    return power;
  }

  private static double distance(double[] ascending, double observed) {
    double sum = 0;
    for (double y : ascending) {
      sum += Math.abs(y - observed);
    }
    return sum / ascending.length;
  }
}

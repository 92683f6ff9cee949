package io.otd.core.metrics;

/**
 * The continuous ranked probability score of the empirical distribution of the draws (Gneiting and
 * Raftery 2007, section 4.2):
 *
 * <pre>{@code 1/K sum_k |y_k - y| - 1/(2 K^2) sum_{k, r} |y_k - y_r|}</pre>
 *
 * Unlike the {@linkplain SampleEnergyScore energy score} it takes the K draws for the whole law: it
 * is never below 0, and larger in the mean than the score of the law that was drawn from.
 *
 * @implNote The paper's score is one for all outputs together; this one is of one output, and the
 *     mean over the outputs is given.
 */
public final class EmpiricalCrps {
  private EmpiricalCrps() {}

  /**
   * The mean over rows and outputs, in the target's units.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static double mean(Draws draws, double[][] observed) {
    Observations.check(draws, observed);
    double sum = 0;
    for (int i = 0; i < draws.rows(); i++) {
      for (int j = 0; j < draws.outputs(); j++) {
        sum += of(draws.sorted(i, j), observed[i][j]);
      }
    }
    return sum / draws.rows() / draws.outputs();
  }

  private static double of(double[] ascending, double observed) {
    double distances = 0;
    for (double y : ascending) {
      distances += Math.abs(y - observed);
    }
    double draws = ascending.length;
    return distances / draws - PredictiveDispersion.sorted(ascending) / (draws * draws);
  }
}

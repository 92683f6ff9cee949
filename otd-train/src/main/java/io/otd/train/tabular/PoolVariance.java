package io.otd.train.tabular;

import io.otd.core.metrics.Draws;

/**
 * The variance of pooled draws in its two parts, summed over the outputs, mean over the rows.
 *
 * @param within variance of a member's draws about their mean, mean over the members
 * @param between variance of the members' means about the mean of all: the ambiguity; without what
 *     the number of draws adds to it, at least 0
 */
record PoolVariance(double within, double between) {
  /**
   * Of draws.
   *
   * @param draws {@code [K, n, d_y]}, draw k of member {@code k mod M}
   * @param members M, at least 1, K a multiple
   */
  static PoolVariance of(Draws draws, int members) {
    int each = draws.draws() / members;
    double within = 0;
    double between = 0;
    for (int i = 0; i < draws.rows(); i++) {
      for (int j = 0; j < draws.outputs(); j++) {
        double[] means = new double[members];
        double squares = 0;
        for (int k = 0; k < draws.draws(); k++) {
          means[k % members] += draws.get(k, i, j) / each;
        }
        for (int k = 0; k < draws.draws(); k++) {
          double off = draws.get(k, i, j) - means[k % members];
          squares += off * off;
        }
        double ofMembers = squares / draws.draws();
        double deviation = draws.standardDeviation(i, j);
        within += ofMembers;
        between += deviation * deviation - ofMembers; // the law of total variance
      }
    }
    within /= draws.rows();
    double bySampling = each > 1 ? within / (each - 1) * (members - 1) / members : 0;
    return new PoolVariance(within, Math.max(0, between / draws.rows() - bySampling));
  }
}

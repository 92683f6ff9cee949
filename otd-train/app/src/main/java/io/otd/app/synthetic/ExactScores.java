// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

/**
 * The scores of the exact law on rows: no prediction does better in expectation.
 *
 * @param rows n
 * @param energyScore mean of {@code E|Y - y| - 1/2 E|Y - Y'|} over the rows' observations
 * @param expectedEnergyScore the mean of the same over all observations that the rows might have
 *     had
 * @param rmse of the mean of the law
 * @param nll negative logarithm of the density, natural
 */
public record ExactScores(
    long rows, double energyScore, double expectedEnergyScore, double rmse, double nll) {

  /** Sums the scores up row by row. */
  static final class Sum {
    private final Formula formula;
    private long rows;
    private double energyScore;
    private double expected;
    private double squares;
    private double logDensity;

    Sum(Formula formula) {
      this.formula = formula;
    }

    /** Adds a row. */
    void add(double[] x, double y) {
      Law law = formula.law(x);
      double dispersion = law.dispersion();
      double error = law.mean() - y;
      energyScore += law.energyScore(y);
      expected += dispersion;
      squares += error * error;
      logDensity += law.logDensity(y);
      rows++;
    }

    long rows() {
      return rows;
    }

    /** The means over the rows, at least one. */
    ExactScores scores() {
      return new ExactScores(
          rows, energyScore / rows, expected / rows, Math.sqrt(squares / rows), -logDensity / rows);
    }
  }
}

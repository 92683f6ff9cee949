// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.train.explanation.Estimate;
import io.otd.train.internal.result.Samples;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of paired differences with its standard error and the two-sided test that it is 0.
 *
 * @param mean of the differences
 * @param standardError of the mean
 * @param degrees of freedom of Student's law
 */
public record PairedDifference(double mean, double standardError, int degrees) {
  private static final double SMALLEST_P = .001;

  /**
   * Over the folds of a cross-validation, whose training parts overlap: the corrected resampled t
   * test (Nadeau and Bengio 2003, "Inference for the generalization error"), {@code se^2 = (1/J +
   * n_2/n_1) s^2} with J folds of n_2 test rows and n_1 training rows.
   *
   * @param differences one per fold, at least two
   * @param testToTraining n_2/n_1, above 0
   */
  public static PairedDifference overFolds(double[] differences, double testToTraining) {
    requireSeveral(differences);
    int folds = differences.length;
    Estimate mean = Samples.estimate(differences);
    double overlap = Math.sqrt(1 + folds * testToTraining);
    return new PairedDifference(mean.value(), mean.standardError() * overlap, folds - 1);
  }

  /**
   * Over the test rows of one split, treated as independent: the paired t test. It is about these
   * two trained models; what another split or seed would have given does not enter.
   *
   * @param differences one per row, at least two
   * @param weights how much each row counts
   */
  public static PairedDifference overRows(double[] differences, RowWeights weights) {
    requireSeveral(differences);
    return new PairedDifference(
        weights.mean(differences), weights.standardError(differences), differences.length - 1);
  }

  private static void requireSeveral(double[] differences) {
    Check.that(differences.length >= 2, "differences", differences.length, "at least 2");
  }

  /**
   * Half the width of the interval around the mean that covers the true difference with a
   * probability.
   *
   * @param level of the interval, inside (0, 1)
   */
  public double halfWidth(double level) {
    return standardError * TDistribution.of(degrees).inverseCumulativeProbability((1 + level) / 2);
  }

  /** Mean and standard error in one text. */
  String text() {
    return NumberText.withSpread(mean, standardError);
  }

  /**
   * The probability of a difference at least as far from 0 if there were none; 1 if all differences
   * are 0, 0 if they are all the same and not 0.
   */
  public double pValue() {
    if (standardError == 0) {
      return mean == 0 ? 1 : 0;
    }
    double t = Math.abs(mean) / standardError;
    return 2 * TDistribution.of(degrees).survivalProbability(t);
  }

  /** The p-value to three decimals; none is 0. */
  String pText() {
    double p = pValue();
    return p < SMALLEST_P ? "< 0.001" : NumberText.fixed(p, 3);
  }
}

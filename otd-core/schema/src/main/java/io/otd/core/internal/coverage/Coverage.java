// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CoverageLevels;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How many of some rows lie in their central interval.
 *
 * @param level alpha, inside (0, 1)
 * @param share of the observed values that are inside, by the weights of the rows
 * @param rows at least 1
 * @param effective rows of equal weight that would say as much; {@code rows} without weights
 */
public record Coverage(double level, double share, int rows, double effective) {
  /**
   * Of all rows.
   *
   * @param transform randomised probability integral transform of each row, {@code [n]}
   */
  public static Coverage of(double level, double[] transform, RowWeights weights) {
    return of(
        level,
        IntStream.range(0, transform.length).toArray(),
        i -> covers(level, transform[i]),
        weights);
  }

  /**
   * Of some rows.
   *
   * @param which their numbers
   * @param covers whether the observed value of a row is inside
   * @param weights how much each of all rows counts
   */
  static Coverage of(double level, int[] which, IntPredicate covers, RowWeights weights) {
    double[] covered = Arrays.stream(which).mapToDouble(i -> covers.test(i) ? 1 : 0).toArray();
    RowWeights own = weights.at(which);
    return new Coverage(level, own.mean(covered), which.length, own.effectiveRows());
  }

  /** Whether the central interval of a level covers a place in the distribution. */
  public static boolean covers(double level, double place) {
    return Math.abs(place - 0.5) <= level / 2;
  }

  /**
   * Half the width of the band of chance around the level: the share of calibrated intervals is
   * inside it with the probability of so many standard deviations of a normal distribution.
   */
  public double chance(double deviations) {
    return deviations * Math.sqrt(level * (1 - level) / effective);
  }

  /** Whether the share lies within the band of chance. */
  public boolean holds(double deviations) {
    return Math.abs(share - level) <= chance(deviations);
  }

  /**
   * The band of chance of the share, by the binomial law: of calibrated intervals, it is outside
   * with at most a given probability. Rows that do not count the same are as many as they are
   * worth.
   *
   * @param outside that probability, inside (0, 1), half of it on either side
   */
  public Band band(double outside) {
    int trials = trials();
    BinomialDistribution law = BinomialDistribution.of(trials, level);
    return new Band(
        (double) law.inverseCumulativeProbability(outside / 2) / trials,
        (double) law.inverseSurvivalProbability(outside / 2) / trials);
  }

  /** Rows of equal weight that say as much, as a whole number. */
  int trials() {
    return (int) Math.max(1, Math.round(effective));
  }

  /**
   * Some shares, both ends included.
   *
   * @param low in [0, 1]
   * @param high in [0, 1]
   */
  public record Band(double low, double high) {
    /** Whether a share is among them. */
    public boolean contains(double share) {
      return low <= share && share <= high;
    }

    /** Such as {@code 84.2 to 95.1 %}. */
    public String percent() {
      return "%s to %s %%"
          .formatted(NumberText.fixed(100 * low, 1), NumberText.fixed(100 * high, 1));
    }
  }

  /** Such as {@code (expected: 90 ± 2.1 %)}. */
  public String expected(double deviations) {
    return "(expected: %s \u00b1 %s %%)"
        .formatted(
            CoverageLevels.percent(level).replace(" %", ""),
            NumberText.fixed(100 * chance(deviations), 1));
  }

  /** The share in percent, to a tenth, so that it can be compared with the band. */
  public String percent() {
    return NumberText.percent(share);
  }

  /** Such as {@code 80.5 % of the widest fifth are covered (expected: 90 ± 3.1 %)}. */
  public String of(String which, double deviations) {
    return "%s of %s are covered %s".formatted(percent(), which, expected(deviations));
  }
}

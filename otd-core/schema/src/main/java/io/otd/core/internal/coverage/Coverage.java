// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How many of some rows lie in their central interval.
 *
 * @param level alpha, inside (0, 1)
 * @param covered rows whose observed value is inside
 * @param rows at least 1
 */
public record Coverage(double level, int covered, int rows) {
  /**
   * Of all rows.
   *
   * @param transform randomised probability integral transform of each row, {@code [n]}
   */
  public static Coverage of(double level, double[] transform) {
    return new Coverage(
        level,
        (int) Arrays.stream(transform).filter(place -> covers(level, place)).count(),
        transform.length);
  }

  /**
   * Of some rows.
   *
   * @param which their numbers
   * @param covers whether the observed value of a row is inside
   */
  static Coverage of(double level, int[] which, IntPredicate covers) {
    return new Coverage(level, (int) Arrays.stream(which).filter(covers).count(), which.length);
  }

  /** Whether the central interval of a level covers a place in the distribution. */
  static boolean covers(double level, double place) {
    return Math.abs(place - 0.5) <= level / 2;
  }

  /** Share of the rows. */
  public double share() {
    return (double) covered / rows;
  }

  /**
   * Half the width of the band of chance around the level: the share of calibrated intervals is
   * inside it with the probability of so many standard deviations of a normal distribution.
   */
  public double chance(double deviations) {
    return deviations * Math.sqrt(level * (1 - level) / rows);
  }

  /** Whether the share lies within the band of chance. */
  public boolean holds(double deviations) {
    return Math.abs(share() - level) <= chance(deviations);
  }

  /**
   * The band of chance of the share, by the binomial law: of calibrated intervals, it is outside
   * with at most a given probability.
   *
   * @param outside that probability, inside (0, 1), half of it on either side
   */
  public Band band(double outside) {
    BinomialDistribution law = BinomialDistribution.of(rows, level);
    return new Band(
        (double) law.inverseCumulativeProbability(outside / 2) / rows,
        (double) law.inverseSurvivalProbability(outside / 2) / rows);
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
    return NumberText.percent(share());
  }

  /** Such as {@code 80.5 % of the widest fifth are covered (expected: 90 ± 3.1 %)}. */
  public String of(String which, double deviations) {
    return "%s of %s are covered %s".formatted(percent(), which, expected(deviations));
  }
}

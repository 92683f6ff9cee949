// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.check.Check;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The empirical quantile {@code q(tau) = inf {z : F_K(z) >= tau}}, which is the {@code ceil(K
 * tau)}-th smallest of K draws (paper, "Diagnostic metrics"). No interpolation.
 *
 * @implNote tau is an exact decimal. In binary floating point {@code (1 - 0.95) / 2 * 40} is above
 *     1, and its ceiling the wrong draw.
 * @param probability tau, above 0 and at most 1
 */
public record EmpiricalQuantile(BigDecimal probability) {
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /** Checks the range. */
  public EmpiricalQuantile {
    if (probability.signum() <= 0 || probability.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException(
          "quantile probability: " + probability + " (expected: > 0, <= 1)");
    }
    // 0.90 and 0.9 are the same probability.
    probability = probability.stripTrailingZeros();
  }

  /**
   * The quantile of the shortest decimal that the number stands for: 0.1 is one tenth.
   *
   * @param probability tau, above 0 and at most 1
   * @throws IllegalArgumentException if out of range
   */
  public static EmpiricalQuantile at(double probability) {
    Check.that(
        probability > 0 && probability <= 1, "quantile probability", probability, "> 0, <= 1");
    return new EmpiricalQuantile(BigDecimal.valueOf(probability));
  }

  /**
   * The lower end of the central interval, {@code tau = (1 - level) / 2}.
   *
   * @param level alpha, inside (0, 1)
   * @throws IllegalArgumentException if out of range
   */
  public static EmpiricalQuantile lower(double level) {
    return new EmpiricalQuantile(BigDecimal.ONE.subtract(CoverageLevels.exact(level)).divide(TWO));
  }

  /**
   * The upper end of the central interval, {@code tau = (1 + level) / 2}.
   *
   * @param level alpha, inside (0, 1)
   * @throws IllegalArgumentException if out of range
   */
  public static EmpiricalQuantile upper(double level) {
    return new EmpiricalQuantile(BigDecimal.ONE.add(CoverageLevels.exact(level)).divide(TWO));
  }

  /**
   * {@code ceil(K tau)}, counted from 1.
   *
   * @param draws K, at least 1
   * @throws IllegalArgumentException if there are none
   */
  public int rank(int draws) {
    Check.that(draws >= 1, "draws", draws, ">= 1");
    return probability
        .multiply(BigDecimal.valueOf(draws))
        .setScale(0, RoundingMode.CEILING)
        .intValueExact();
  }

  /**
   * The quantile of draws.
   *
   * @param ascending {@code [K]} in ascending order, at least one
   * @throws IllegalArgumentException if there are none
   */
  public double of(double[] ascending) {
    return ascending[rank(ascending.length) - 1];
  }
}

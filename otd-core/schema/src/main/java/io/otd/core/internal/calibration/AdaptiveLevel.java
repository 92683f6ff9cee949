// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.PinballLoss;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The level of an interval that follows the values that it should have held: dynamically-tuned
 * adaptive conformal inference (Gibbs and Candès 2024, JMLR 25, algorithm 1, "DtACI").
 *
 * <p>Each of several experts moves its own miscoverage by its own rate after each value (Gibbs and
 * Candès 2021, equation 2): {@code a <- a + gamma (alpha - err)}. So the share of the values that
 * its intervals miss in any n consecutive ones differs from {@code alpha} by at most {@code (1 +
 * gamma) / (n gamma)}, whatever the values are. The experts are weighted by the exponential of
 * their pinball losses, with a fixed share for all, so that in no window of {@value #WINDOW} values
 * the loss is much above that of the best expert: that is the regret bound of the paper.
 *
 * @param level nominal one, {@code 1 - alpha}, inside (0, 1)
 * @param miscoverages of the experts, one for each of {@link #RATES}; they may leave [0, 1] by
 *     their rate
 * @param weights of the experts, at least 0, of sum 1
 */
public record AdaptiveLevel(double level, List<Double> miscoverages, List<Double> weights) {
  /** The rates gamma of the experts, as in the paper's experiments. */
  public static final List<Double> RATES = List.of(.001, .002, .004, .008, .016, .032, .064, .128);

  /** Values of a window for which the weights are tuned: |I| of the paper. */
  public static final int WINDOW = 500;

  /** Share of the weights that is distributed equally: {@code 1 / (2 |I|)}. */
  static final double SHARE = .5 / WINDOW;

  /** Checks the numbers. */
  public AdaptiveLevel {
    Check.that(level > 0 && level < 1, "level", level, "inside (0, 1)");
    miscoverages = List.copyOf(miscoverages);
    weights = List.copyOf(weights);
    if (miscoverages.size() != RATES.size() || weights.size() != RATES.size()) {
      throw new IllegalArgumentException(
          "experts: %s miscoverages, %s weights (expected: %s of each)"
              .formatted(miscoverages.size(), weights.size(), RATES.size()));
    }
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    if (!(Math.abs(sum - 1) < 1e-6) || weights.stream().anyMatch(w -> !(w >= 0))) {
      throw new IllegalArgumentException("weights: " + weights + " (expected: >= 0, of sum 1)");
    }
    for (int i = 0; i < RATES.size(); i++) {
      double gamma = RATES.get(i);
      if (!(miscoverages.get(i) >= -gamma && miscoverages.get(i) <= 1 + gamma)) {
        throw new IllegalArgumentException(
            "miscoverage: %s (expected: from %s to %s, for a rate of %s)"
                .formatted(miscoverages.get(i), -gamma, 1 + gamma, gamma));
      }
    }
  }

  /**
   * A level that no value has moved yet.
   *
   * @param level nominal one, inside (0, 1)
   */
  public static AdaptiveLevel of(double level) {
    return new AdaptiveLevel(
        level,
        Collections.nCopies(RATES.size(), 1 - level),
        Collections.nCopies(RATES.size(), 1.0 / RATES.size()));
  }

  /** {@code alpha}. */
  double target() {
    return 1 - level;
  }

  /** The learning rate eta of the weights, which the paper derives for values without drift. */
  double eta() {
    double alpha = target();
    double square =
        Math.pow(level, 2) * Math.pow(alpha, 3) + Math.pow(alpha, 2) * Math.pow(level, 3);
    return Math.sqrt(3.0 / WINDOW)
        * Math.sqrt((Math.log((double) RATES.size() * WINDOW) + 2) / square);
  }

  /** Miscoverage of the next interval, {@code alpha_t}: the weighted mean of the experts'. */
  public double miscoverage() {
    double mean = 0;
    for (int i = 0; i < RATES.size(); i++) {
      mean += weights.get(i) * miscoverages.get(i);
    }
    return mean;
  }

  /**
   * Whether an interval of a miscoverage misses a value.
   *
   * @param beta as for {@link #after}
   */
  static boolean misses(double miscoverage, double beta) {
    return miscoverage > 0 && miscoverage >= beta;
  }

  /** Loss of a miscoverage, for a value of this beta. */
  double loss(double miscoverage, double beta) {
    return PinballLoss.of(target(), miscoverage, beta);
  }

  /**
   * The level after the next value.
   *
   * @param beta the largest miscoverage whose interval would have held the value, in [0, 1]; 0 if
   *     only an unbounded one would have
   */
  public AdaptiveLevel after(double beta) {
    Check.that(beta >= 0 && beta <= 1, "beta", beta, "from 0 to 1");
    List<Double> moved = new ArrayList<>();
    double[] weighted = new double[RATES.size()];
    double sum = 0;
    for (int i = 0; i < weighted.length; i++) {
      double a = miscoverages.get(i);
      moved.add(a + RATES.get(i) * (target() - (misses(a, beta) ? 1 : 0)));
      weighted[i] = weights.get(i) * Math.exp(-eta() * loss(a, beta));
      sum += weighted[i];
    }
    List<Double> shared = new ArrayList<>();
    for (double weight : weighted) {
      shared.add((1 - SHARE) * weight / sum + SHARE / weighted.length);
    }
    return new AdaptiveLevel(level, moved, shared);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.List;

/**
 * The pinball loss of a predicted quantile q of probability tau (Koenker and Bassett 1978; Gneiting
 * and Raftery 2007, section 6.1): {@code (y - q) tau} where y is at or above q, {@code (q - y) (1 -
 * tau)} where it is below. Its mean is smallest for the true quantile. In the target's units; lower
 * is better. Twice its integral over tau is the {@linkplain Crps CRPS}.
 */
public final class PinballLoss {
  /** Probabilities that are scored if none are given. */
  public static final List<Double> PROBABILITIES = List.of(.05, .1, .25, .5, .75, .9, .95);

  private PinballLoss() {}

  /**
   * The loss of one prediction.
   *
   * @param probability tau, inside (0, 1)
   * @param quantile q, finite
   * @param observed y, finite
   */
  public static double of(double probability, double quantile, double observed) {
    double above = observed - quantile;
    return above >= 0 ? probability * above : (probability - 1) * above;
  }
}

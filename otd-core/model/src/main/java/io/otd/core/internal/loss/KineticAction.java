// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import io.otd.core.internal.check.Check;

/**
 * The weight of the kinetic action in the training objective (paper, "Kinetic-action
 * approximation": {@code L = mean S_ES + lambda A}); the action itself is measured by the flow that
 * it charges.
 *
 * @param draws {@code K_kin}, masks drawn for the action alone, at least 0
 * @param weight {@code lambda}, at least 0
 */
public record KineticAction(int draws, double weight) {
  /** No action. */
  public static final KineticAction NONE = new KineticAction(0, 0);

  /** Checks the ranges. */
  public KineticAction {
    Check.that(draws >= 0, "action draws", draws, ">= 0");
    Check.notNegative("action weight", weight);
    if (draws == 0 && weight > 0) {
      throw new IllegalArgumentException(
          "action draws: 0 (expected: >= 1 where the action weight is " + weight + ")");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;

/** The time that a run may take: what is not one run on one machine has none. */
final class TimeBound {
  private TimeBound() {}

  /**
   * Refuses a bound.
   *
   * @param settings of the run
   * @param what has none, and why
   * @throws InputException if the settings bound the time
   */
  static void requireNone(Settings settings, String what) {
    settings
        .training()
        .budgetSeconds()
        .ifPresent(
            seconds -> {
              throw new InputException(
                  "training.budget_seconds: %s with %s (expected: null)".formatted(seconds, what));
            });
  }
}

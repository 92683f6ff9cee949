// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;

/** Time limits of runs: only a single run on one machine may have one. */
final class TimeBound {
  private TimeBound() {}

  /**
   * Rejects a time limit.
   *
   * @param what cannot have a limit, and why
   * @throws InputException if the settings have a time limit
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

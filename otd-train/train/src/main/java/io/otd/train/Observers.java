// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.train.progress.TrainingListener;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Observers of a run, which may also stop it.
 *
 * @param plan receives the plan of the training
 * @param progress receives the progress
 * @param warnings receives warnings for the user
 * @param stop called between calls of the compiled program; true ends the run
 */
record Observers(
    Consumer<RunPlan> plan,
    TrainingListener progress,
    Consumer<String> warnings,
    BooleanSupplier stop) {
  /** Warnings go to the log of the platform. */
  static final Observers NONE =
      new Observers(plan -> {}, TrainingListener.NONE, Observers::warn, () -> false);

  private static final String LOGGER = "io.otd.train";

  private static void warn(String warning) {
    System.getLogger(LOGGER).log(System.Logger.Level.WARNING, warning);
  }

  static void log(String line) {
    System.getLogger(LOGGER).log(System.Logger.Level.INFO, line);
  }

  Observers withPlan(Consumer<RunPlan> other) {
    return new Observers(other, progress, warnings, stop);
  }

  Observers withProgress(TrainingListener other) {
    return new Observers(plan, other, warnings, stop);
  }

  Observers withWarnings(Consumer<String> other) {
    return new Observers(plan, progress, other, stop);
  }

  Observers withStop(BooleanSupplier other) {
    return new Observers(plan, progress, warnings, other);
  }
}

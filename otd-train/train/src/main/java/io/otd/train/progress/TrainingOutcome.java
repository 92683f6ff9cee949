// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/** Why a training run ended. */
public enum TrainingOutcome {
  /** All steps are done. */
  COMPLETED,
  /** The validation score has not improved for as long as the patience. */
  STOPPED_EARLY,
  /** Its time was over, {@code training.budget_seconds}. */
  OUT_OF_TIME,
  /** It was asked to stop; it can go on. */
  INTERRUPTED;

  /** Whether nothing is left to do. */
  public boolean over() {
    return this != INTERRUPTED;
  }
}

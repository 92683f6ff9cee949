// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/** Why a training run ended. */
public enum TrainingOutcome {
  /** All steps are done. */
  COMPLETED,
  /** The validation score has not improved for as long as the patience. */
  STOPPED_EARLY,
  /** Its time limit was reached, {@code training.budget_seconds}. */
  OUT_OF_TIME,
  /** It was asked to stop; it can be resumed. */
  INTERRUPTED;

  /** Whether training is complete. */
  public boolean over() {
    return this != INTERRUPTED;
  }
}

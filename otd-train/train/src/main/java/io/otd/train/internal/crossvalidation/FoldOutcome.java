// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.table.internal.split.Folds;
import io.otd.train.internal.result.StoredRun;
import java.util.Optional;

/**
 * The outcome of a fold.
 *
 * @param part which fold
 * @param name of its directory
 * @param status how it ended
 * @param run its results, if it finished
 * @param problem why it diverged, or empty
 */
record FoldOutcome(
    Folds.Part part, String name, Status status, Optional<StoredRun> run, String problem) {
  /** How a fold ended. */
  enum Status {
    /** It finished. */
    COMPLETED,
    /** It was stopped, or not begun; it can be resumed. */
    INTERRUPTED,
    /** Its numbers stopped being finite. */
    DIVERGED
  }

  static FoldOutcome completed(Folds.Part part, String name, StoredRun run) {
    return new FoldOutcome(part, name, Status.COMPLETED, Optional.of(run), "");
  }

  static FoldOutcome interrupted(Folds.Part part, String name) {
    return new FoldOutcome(part, name, Status.INTERRUPTED, Optional.empty(), "");
  }

  static FoldOutcome diverged(Folds.Part part, String name, String problem) {
    return new FoldOutcome(part, name, Status.DIVERGED, Optional.empty(), problem);
  }
}

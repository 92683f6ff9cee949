// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.table.internal.split.Folds;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import java.util.Optional;

/**
 * The outcome of a fold.
 *
 * @param part which fold
 * @param name of its directory
 * @param run its results, if it finished
 * @param problem why it diverged, or empty
 */
record FoldOutcome(Folds.Part part, String name, Optional<StoredRun> run, String problem) {
  static FoldOutcome completed(Folds.Part part, String name, StoredRun run) {
    return new FoldOutcome(part, name, Optional.of(run), "");
  }

  static FoldOutcome interrupted(Folds.Part part, String name) {
    return new FoldOutcome(part, name, Optional.empty(), "");
  }

  static FoldOutcome diverged(Folds.Part part, String name, String problem) {
    return new FoldOutcome(part, name, Optional.empty(), problem);
  }

  /** Whether its numbers stopped being finite. */
  boolean diverged() {
    return !problem.isEmpty();
  }

  /** Whether it was stopped, or not begun; it can be resumed. */
  boolean interrupted() {
    return run.isEmpty() && !diverged();
  }

  /** As in the result of all folds. */
  JsonObject json() {
    return new JsonObject()
        .with("name", name)
        .with("repeat", part.repeat())
        .with("fold", part.fold())
        .with("status", diverged() ? "diverged" : interrupted() ? "interrupted" : "completed")
        .with("rows", run.map(FoldOutcome::rows))
        .with("steps", run.map(StoredRun::steps))
        .with("test", run.map(StoredRun::scores))
        .with("test_rows_sha256", run.flatMap(StoredRun::test).map(TestRows::sha256))
        .with("problem", diverged() ? problem : null);
  }

  private static JsonObject rows(StoredRun run) {
    return new JsonObject()
        .with("train", run.trainRows())
        .with("validation", run.validationRows())
        .with("test", run.test().map(t -> t.rows().length).orElse(0));
  }
}

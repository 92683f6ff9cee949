// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.table.internal.split.Folds;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import java.util.Locale;
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

  /** As in the result of all folds. */
  JsonObject json() {
    return new JsonObject()
        .with("name", name)
        .with("repeat", part.repeat())
        .with("fold", part.fold())
        .with("status", status.name().toLowerCase(Locale.ROOT))
        .with("rows", run.map(FoldOutcome::rows))
        .with("steps", run.map(StoredRun::steps))
        .with("test", run.map(StoredRun::scores))
        .with("test_rows_sha256", run.flatMap(StoredRun::test).map(TestRows::sha256))
        .with("problem", problem.isEmpty() ? null : problem);
  }

  private static JsonObject rows(StoredRun run) {
    return new JsonObject()
        .with("train", run.trainRows())
        .with("validation", run.validationRows())
        .with("test", run.test().map(t -> t.rows().length).orElse(0));
  }
}

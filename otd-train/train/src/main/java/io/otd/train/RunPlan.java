// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.tuning.Search;
import io.otd.train.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The plan of a training, sent after the table has been split and encoded and before the first
 * step.
 *
 * @param kind of the run
 * @param settings of the run; for a cross-validation those of its first fold, for a search those of
 *     its first trial
 * @param data the table as that run sees it
 * @param directory of the run, if it has one
 * @param runs number of runs: 1, the folds, or the trials of all rungs
 * @param search the search space, if it is a search
 * @param heldBack test rows, which a search does not see
 */
public record RunPlan(
    Kind kind,
    Settings settings,
    PreparedTable data,
    Optional<Path> directory,
    int runs,
    Optional<Search> search,
    int heldBack) {
  /** Kind of a run. */
  public enum Kind {
    /** One model. */
    FIT,
    /** One model per fold. */
    CROSS_VALIDATION,
    /** Trials of settings. */
    SEARCH
  }

  static RunPlan ofFit(Settings settings, PreparedTable data, Optional<Path> directory) {
    return new RunPlan(Kind.FIT, settings, data, directory, 1, Optional.empty(), 0);
  }
}

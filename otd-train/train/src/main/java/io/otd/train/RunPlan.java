// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.train.internal.fit.PreparedTable;
import io.otd.train.internal.tuning.Search;
import io.otd.train.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is about to be trained, told when the table has been split and encoded and before the first
 * step.
 *
 * @param kind what it is
 * @param settings of the run; of a cross-validation those of its first fold, of a search those of
 *     its first trial
 * @param data the table as that run sees it
 * @param directory of the run, if it has one
 * @param runs how many there will be: 1, the folds, or the trials of all rungs
 * @param search what is searched, if it is a search
 * @param heldBack test rows that a search does not see
 */
public record RunPlan(
    Kind kind,
    Settings settings,
    PreparedTable data,
    Optional<Path> directory,
    int runs,
    Optional<Search> search,
    int heldBack) {
  /** What a run is. */
  public enum Kind {
    /** One model. */
    FIT,
    /** One model a fold. */
    CROSS_VALIDATION,
    /** Trials of settings. */
    SEARCH
  }

  static RunPlan ofFit(Settings settings, PreparedTable data, Optional<Path> directory) {
    return new RunPlan(Kind.FIT, settings, data, directory, 1, Optional.empty(), 0);
  }
}

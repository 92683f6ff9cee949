// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.internal.split.Folds;
import io.otd.table.problem.InputException;
import io.otd.train.internal.crossvalidation.CrossValidation;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.progress.ListenedRuns;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Trains on each fold of a table, in a new or resumed directory.
 *
 * @param observers receive the events
 * @param machine that it runs on
 */
record FoldTraining(Settings settings, Observers observers, Machine machine) {
  /**
   * Trains on each fold.
   *
   * @param source the table, with its folds
   * @param name of the directory, where the folder leaves it open
   */
  CrossValidationScores in(RunFolder folder, TableSource source, String name) throws IOException {
    List<Folds.Part> parts =
        source.folds().orElseThrow(() -> InputException.notGiven("data.folds", "folds")).parts();
    Session.requireUnbounded(settings, "a cross-validation: it bounds one run");
    Settings first = settings.withFold(parts.get(0));
    PreparedTable data = PreparedTable.of(source, first);
    try (RunDirectory run = folder.open(settings, name)) {
      observers.plan().accept(plan(first, data, run, parts.size()));
      try (Session session = Session.ofSeveral(settings, observers, machine, run.path())) {
        return new CrossValidationScores(
            new CrossValidation(run, settings, source, session.trainer(), session.flags())
                .run(machine.jobs(), new ListenedRuns(observers.progress())));
      }
    }
  }

  private static RunPlan plan(Settings first, PreparedTable data, RunDirectory run, int runs) {
    return new RunPlan(
        RunPlan.Kind.CROSS_VALIDATION,
        first,
        data,
        Optional.of(run.path()),
        runs,
        Optional.empty(),
        0);
  }
}

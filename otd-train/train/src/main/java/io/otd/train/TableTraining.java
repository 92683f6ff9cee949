// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.table.problem.InputException;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.Continuation;
import io.otd.train.internal.run.DirectoryFit;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.run.RunExplanation;
import io.otd.train.internal.run.RunResult;
import io.otd.train.internal.verdict.Finding;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Trains one model on a table. */
record TableTraining(Settings settings, Observers observers, Machine machine) {
  /** Trains in memory. */
  FittedModel of(TableSource source) {
    PreparedTable data = prepared(source);
    begin(RunPlan.ofFit(settings, data, Optional.empty()));
    try (Session session = Session.ofOne(settings, data, observers, machine, Optional.empty())) {
      return fitted(
          fitOf(session, data).run(List.of(), observers.progress()), List.of(), Optional.empty());
    }
  }

  /**
   * Trains in a directory, or resumes the run in it.
   *
   * @param name of a directory that is created
   */
  FittedModel in(RunFolder folder, TableSource source, String name) throws IOException {
    PreparedTable data = prepared(source);
    try (RunDirectory run = folder.open(settings, name)) {
      Optional<ModelDirectory.Stored> stored = run.stored();
      if (stored.isPresent()) {
        Provenance began = stored.get().model().provenance();
        Continuation.requireSameFiles(began.dataHash(), began.settings(), settings, source);
      }
      if (run.finished()) {
        if (machine.nativeFlags()) {
          NativeFlags.set(0);
        }
        return FittedModel.stored(run.path(), observers.warnings());
      }
      begin(RunPlan.ofFit(settings, data, Optional.of(run.path())));
      try (Session session =
          Session.ofOne(settings, data, observers, machine, Optional.of(run.path()))) {
        RunResult result =
            new DirectoryFit(run, fitOf(session, data), machine.clock(), observers.warnings())
                .explainedBy(new RunExplanation(settings, data, session.trainer()))
                .run(observers.progress());
        return fitted(result.training(), result.findings(), Optional.of(run.path()));
      }
    }
  }

  private TableFit fitOf(Session session, PreparedTable data) {
    return new TableFit(
        settings,
        data,
        ModelProvenance.of(settings, data, session.flags(), machine.clock()),
        session.trainer(),
        new FairThreadPool(machine.jobs()));
  }

  private FittedModel fitted(
      TableFit.Result result, List<Finding> findings, Optional<Path> directory) {
    return new FittedModel(
        result.model(),
        result.outcome(),
        FittedModel.Progress.of(result.snapshots()),
        directory,
        result.test().map(test -> Scores.of(test.scores())),
        findings,
        observers.warnings());
  }

  private PreparedTable prepared(TableSource source) {
    if (settings.data().crossValidation()) {
      throw new InputException(
          "data.folds: %s (expected: null, or data.fold for one of them; crossValidate trains on all)"
              .formatted(settings.flat().get("data.folds")));
    }
    machine
        .spark()
        .ifPresent(cluster -> Session.requireUnbounded(settings, "a cluster's own clock"));
    return PreparedTable.of(source, settings);
  }

  /** Several runs report their notices themselves. */
  private void begin(RunPlan plan) {
    observers.plan().accept(plan);
    plan.data().notices().forEach(observers.warnings());
  }
}

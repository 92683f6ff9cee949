// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.problem.InputException;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.run.Continuation;
import io.otd.train.internal.run.DirectoryFit;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.run.RunResult;
import io.otd.train.internal.study.Study;
import io.otd.train.progress.RunsProgress;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Trains on each fold, several in parallel. Each is an ordinary run in its own directory, {@code
 * fold-K}, identical to a separate run with its settings; all of them share the table. Finished
 * work in the directory is not repeated.
 *
 * @param directory of the cross-validation, with the settings of all folds
 * @param settings of all folds
 * @param source whose rows are used
 * @param trainer of every fold; stopping it stops all of them
 * @param flags native flags in force
 */
public record CrossValidation(
    RunDirectory directory,
    Settings settings,
    TableSource source,
    NetworkTrainer trainer,
    String flags) {
  private static final String FOLDS = "folds.csv";

  private Folds folds() {
    return source
        .folds()
        .orElseThrow(() -> new IllegalArgumentException("no folds (expected: data.folds is set)"));
  }

  private String name(Folds.Part part) {
    String fold = "fold-" + part.fold();
    return folds().repeats().size() > 1 ? "repeat-" + part.repeat() + "-" + fold : fold;
  }

  /**
   * Trains on all folds, or resumes them.
   *
   * @param jobs maximum number of networks that are trained at a time, at least 1: folds and the
   *     members of their ensembles together
   * @param progress receives the progress of each fold
   * @return the results, which are written unless a fold was stopped
   * @throws InputException before anything is done, if existing results come from another table or
   *     other folds
   * @throws IOException the failure of a fold, except divergence, after all others are done
   */
  public CrossValidationResult run(int jobs, RunsProgress progress) throws IOException {
    long start = trainer.clock().millis();
    requireSameFiles();
    directory.write(FOLDS, FoldsFile.csv(folds()));
    List<Fold> all = folds().parts().stream().map(part -> new Fold(part, progress)).toList();
    List<Optional<FoldOutcome>> each = Study.inOrder(all, trainer.stop()).run(jobs).each();
    List<FoldOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Fold fold = all.get(i);
      outcomes.add(
          each.get(i).orElseGet(() -> FoldOutcome.interrupted(fold.part, name(fold.part))));
    }
    CrossValidationResult result =
        new CrossValidationResult(
            directory.path(),
            TableSource.name(source.file()),
            settings,
            outcomes,
            trainer.secondsSince(start));
    if (!result.interrupted()) {
      result.write(directory);
    }
    return result;
  }

  /** A run on one fold. */
  private final class Fold implements Study.Item<FoldOutcome> {
    private final Folds.Part part;
    private final Path path;
    private final RunsProgress progress;

    Fold(Folds.Part part, RunsProgress progress) {
      this.part = part;
      this.path = directory.path().resolve(name(part));
      this.progress = progress;
    }

    @Override
    public Optional<FoldOutcome> finished() throws IOException {
      if (!Files.exists(path.resolve(StoredRun.FILE))) {
        return Optional.empty();
      }
      StoredRun stored = StoredRun.read(path);
      progress.ended(name(part), "done before, after " + stored.steps() + " steps");
      return Optional.of(FoldOutcome.completed(part, name(part), stored));
    }

    @Override
    public Optional<FoldOutcome> run(Workers.Turn turn) throws IOException {
      try (RunDirectory run = RunDirectory.openOrCreate(path, settings.withFold(part))) {
        return trained(run, turn).interrupted()
            ? Optional.empty()
            : Optional.of(FoldOutcome.completed(part, name(part), StoredRun.read(path)));
      } catch (DivergedFitException e) {
        progress.ended(name(part), String.valueOf(e.getMessage()));
        return Optional.of(FoldOutcome.diverged(part, name(part), String.valueOf(e.getMessage())));
      }
    }

    private RunResult trained(RunDirectory run, Workers.Turn turn) throws IOException {
      Settings ofFold = settings.withFold(part);
      PreparedTable data = PreparedTable.of(source, ofFold);
      data.notices().forEach(trainer.warnings());
      Provenance now = ModelProvenance.of(ofFold, data, flags, trainer.clock());
      TableFit training = new TableFit(ofFold, data, now, trainer, turn);
      return new DirectoryFit(run, training, trainer.clock(), trainer.warnings())
          .run(progress.listener(name(part)));
    }
  }

  /** Of finished folds and of begun ones. */
  private void requireSameFiles() throws IOException {
    for (Folds.Part part : folds().parts()) {
      Path path = directory.path().resolve(name(part));
      if (Files.exists(path.resolve(StoredRun.FILE))) {
        StoredRun stored = StoredRun.read(path);
        Continuation.requireSameFiles(stored.dataSha256(), stored.settings(), settings, source);
      } else if (ModelDirectory.isModel(path)) {
        Provenance began = ModelDirectory.read(path).model().provenance();
        Continuation.requireSameFiles(began.dataHash(), began.settings(), settings, source);
      }
    }
  }
}

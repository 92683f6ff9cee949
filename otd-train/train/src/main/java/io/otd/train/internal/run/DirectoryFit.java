// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.table.problem.Quoted;
import io.otd.train.explanation.Explanation;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.result.TrainingCurveFile;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A training run in a directory: checkpoints and event files during training, model and results at
 * the end.
 *
 * @param directory of the run
 * @param training what is done
 * @param clock for the times of events
 * @param warnings receives warnings for the user
 * @param explaining explains the model, if the report does
 */
public record DirectoryFit(
    RunDirectory directory,
    TableFit training,
    Clock clock,
    Consumer<String> warnings,
    Function<TrainedModel, Optional<Explanation>> explaining) {
  /**
   * A run whose report explains nothing.
   *
   * @param training what is done
   * @param clock for the times of events
   * @param warnings receives warnings for the user
   */
  public DirectoryFit(
      RunDirectory directory, TableFit training, Clock clock, Consumer<String> warnings) {
    this(directory, training, clock, warnings, model -> Optional.empty());
  }

  /** The same run, whose report explains the model. */
  public DirectoryFit explainedBy(RunExplanation explanation) {
    return new DirectoryFit(directory, training, clock, warnings, explanation::of);
  }

  /**
   * Trains from the beginning, or from the snapshots in the directory, and writes the results.
   * Warns if the numbers may differ from those of a run that was not resumed.
   *
   * @param progress receives the events
   * @throws DivergedFitException if a number becomes non-finite; the last good state is stored then
   * @throws IOException if the snapshots cannot be read, or the result cannot be written
   */
  public RunResult run(TrainingListener progress) throws IOException {
    Optional<ModelDirectory.Stored> stored = directory.stored();
    stored
        .flatMap(s -> Continuation.warning(s.model().provenance(), training.provenance()))
        .ifPresent(warnings);
    TableFit.Result result =
        trained(stored.map(ModelDirectory.Stored::snapshots).orElse(List.of()), progress);
    directory.store(result.model(), result.snapshots());
    RunResult all = new RunResult(directory, training.settings(), training.data(), result);
    if (!all.interrupted()) {
      all.write(explaining.apply(result.model()));
    }
    return all;
  }

  private TableFit.Result trained(List<TrainingSnapshot> from, TrainingListener progress)
      throws IOException {
    long step = from.stream().mapToLong(TrainingSnapshot::step).sum();
    try (EventLog events = eventLog(step)) {
      return training.run(from, progress.and(events).and(this::checkpoint));
    } catch (DivergedFitException e) {
      directory.store(training.model(e.lastGood()), e.lastGood());
      // A resumed run keeps its settings, so it would diverge again.
      throw e.with(
          "It is in %s; other settings need a new run, such as: otd train %s --set training.learning_rate=%s"
              .formatted(
                  directory.path(),
                  Quoted.forShell(directory.settingsFile().toString()),
                  training.settings().training().learningRate() / 2));
    }
  }

  private EventLog eventLog(long step) {
    return training.settings().output().tensorboard()
        ? EventLog.in(
            directory.path(),
            training.specs().stream().map(ModelSpec::parameters).toList(),
            clock,
            step,
            warnings)
        : EventLog.none();
  }

  /** A temporarily full disk must not end a run that can still finish. */
  private void checkpoint(TrainingEvent event) {
    if (event instanceof TrainingEvent.Saved saved) {
      try {
        directory.store(training.model(saved.snapshots()), saved.snapshots());
        directory.write(TrainingCurveFile.NAME, TrainingCurveFile.csv(saved.snapshots()));
      } catch (IOException e) {
        warnings.accept("no checkpoint written: " + e.getMessage());
      }
    }
  }
}

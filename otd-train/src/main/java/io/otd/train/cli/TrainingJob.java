package io.otd.train.cli;

import io.otd.core.graph.Compilation;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.config.Settings;
import io.otd.train.progress.ProgressDisplay;
import io.otd.train.progress.ProgressLines;
import io.otd.train.tabular.ModelProvenance;
import io.otd.train.tabular.RunDirectory;
import io.otd.train.tabular.TabularData;
import io.otd.train.tabular.TabularTraining;
import io.otd.train.training.DivergedException;
import io.otd.train.training.Trainer;
import io.otd.train.training.TrainingEvent;
import io.otd.train.training.TrainingListener;
import io.otd.train.training.TrainingOutcome;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/**
 * Trains in a directory, with progress, checkpoints, and a stop at a safe point.
 *
 * @param console for notes and warnings
 * @param say takes the answer's lines
 */
record TrainingJob(Console console, Consumer<String> say) {
  /** Sets the native flags by the model's size, before the native library reads them. */
  static void prepareLibrary(Settings settings, TabularData table) {
    int rows = table.split().train().length;
    int batch = settings.training().batch();
    NativeFlags.set(
        NativeFlags.largestProduct(
            settings.modelSpec(table.schema().width(), table.schema().targets().size()),
            settings.loss().draws(),
            batch == 0 ? rows : Math.min(batch, rows)),
        NativeFlags.LARGE_PRODUCT);
  }

  /**
   * Trains from the beginning or from a snapshot.
   *
   * @param run holds what comes out
   * @param settings of the run
   * @param table what is learned from
   * @param from the snapshots, if any
   */
  Answer run(RunDirectory run, Settings settings, TabularData table, List<TrainingSnapshot> from)
      throws IOException {
    Clock clock = Clock.systemUTC();
    RunText.summary(settings, table, run.path()).forEach(console::note);
    table.notices().forEach(console::warn);
    prepareLibrary(settings, table);
    console.interruption().guard();
    Trainer trainer =
        new Trainer(Compilation.XLA, clock, console.interruption()::requested, console::warn);
    TabularTraining training =
        new TabularTraining(
            settings,
            table,
            ModelProvenance.of(settings, table, NativeFlags.inForce(), clock),
            trainer);
    TabularTraining.Result result = trained(run, training, from, clock);
    run.store(result.model(), result.snapshots());
    if (result.outcome() == TrainingOutcome.INTERRUPTED) {
      say.accept("stopped after " + RunText.progress(table, result.snapshots()) + "; to go on:");
      say.accept("  otd train --resume " + run.path());
      return new Answer(
          Interruption.EXIT_CODE, RunResult.interrupted(run.path(), result.snapshots()));
    }
    return new RunResult(run, settings, table, result).publish(say);
  }

  private TabularTraining.Result trained(
      RunDirectory run, TabularTraining training, List<TrainingSnapshot> from, Clock clock)
      throws IOException {
    TrainingListener checkpoints = event -> checkpoint(run, training, event);
    try (ProgressDisplay display = new ProgressDisplay(console.err())) {
      TrainingListener progress =
          console.terminal().getAsBoolean() ? display : new ProgressLines(console::note, clock);
      return training.run(from, progress.and(checkpoints));
    } catch (DivergedException e) {
      run.store(training.model(e.lastGood()), e.lastGood());
      // Resumed, it would diverge again: a run goes on with its own settings.
      throw e.with(
          "It is in %s; other settings need a new run, e.g. otd train %s --set training.learning_rate=%s"
              .formatted(
                  run.path(),
                  run.settingsFile(),
                  training.settings().training().learningRate() / 2));
    }
  }

  /** A full disk in the middle shall not end a run that can still come to its end. */
  private void checkpoint(RunDirectory run, TabularTraining training, TrainingEvent event) {
    if (event instanceof TrainingEvent.Saved saved) {
      try {
        run.store(training.model(saved.snapshots()), saved.snapshots());
      } catch (IOException e) {
        console.warn("no checkpoint written: " + e.getMessage());
      }
    }
  }
}

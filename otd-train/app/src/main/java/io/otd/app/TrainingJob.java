package io.otd.app;

import io.otd.app.progress.ProgressDisplay;
import io.otd.core.graph.Compilation;
import io.otd.core.graph.SharedCompilation;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.fit.PreparedTable;
import io.otd.train.fit.TableFit;
import io.otd.train.network.NetworkTrainer;
import io.otd.train.network.TrainingSettings;
import io.otd.train.parallel.FairThreadPool;
import io.otd.train.progress.ProgressLines;
import io.otd.train.progress.TrainingListener;
import io.otd.train.run.DirectoryFit;
import io.otd.train.run.ModelProvenance;
import io.otd.train.run.RunDirectory;
import io.otd.train.run.RunResult;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Trains in a directory, with progress and a stop at a safe point.
 *
 * @param console for notes and warnings
 * @param say takes the answer's lines
 */
record TrainingJob(Console console, Consumer<String> say) {
  /**
   * Sets the native flags by the model's size, before the native library reads them. Members of an
   * ensemble have one core each, whether or not several are trained at a time: the numbers may
   * depend on the threads inside a product.
   */
  static void prepareLibrary(Settings settings, PreparedTable table) {
    if (table.plan().members() > 1) {
      NativeFlags.set(0);
      return;
    }
    int rows = table.memberRows().get(0).train().length;
    TrainingSettings training = table.trainingSettings(settings);
    NativeFlags.set(
        NativeFlags.largestProduct(
            settings.modelSpec(table.schema().width(), table.schema().targets().size()),
            training.loss().draws(),
            training.batch().of(rows, table.points()).batchRows()));
  }

  /**
   * A trainer that Ctrl-C stops.
   *
   * @param settings say how often it saves
   */
  static NetworkTrainer trainer(Settings settings, Console console, Compilation compilation) {
    return new NetworkTrainer(
        compilation,
        PrecisionOption.precision(settings.training().precision(), console),
        Clock.systemUTC(),
        Duration.ofMillis(Math.round(1000 * settings.output().checkpointSeconds())),
        console.interruption()::requested,
        console::warn);
  }

  /**
   * Trains from the beginning or from a snapshot.
   *
   * @param run holds what comes out
   * @param settings of the run
   * @param table what is learned from
   * @param from the snapshots, if any
   * @param jobs most members of an ensemble that are trained at a time
   */
  Answer run(
      RunDirectory run,
      Settings settings,
      PreparedTable table,
      List<TrainingSnapshot> from,
      int jobs)
      throws IOException {
    RunText.summary(settings, table, run.path()).forEach(console::note);
    table.notices().forEach(console::warn);
    prepareLibrary(settings, table);
    console.interruption().guard();
    try (SharedCompilation shared = new SharedCompilation()) {
      NetworkTrainer trainer = trainer(settings, console, shared);
      TableFit training =
          new TableFit(
              settings,
              table,
              ModelProvenance.of(settings, table, NativeFlags.inForce(), trainer.clock()),
              trainer,
              new FairThreadPool(jobs));
      return RunAnswer.of(trained(run, training, from), say);
    }
  }

  private RunResult trained(RunDirectory run, TableFit training, List<TrainingSnapshot> from)
      throws IOException {
    Clock clock = training.trainer().clock();
    try (ProgressDisplay display = new ProgressDisplay(console.err())) {
      TrainingListener progress =
          console.terminal().getAsBoolean() ? display : new ProgressLines(console::note, clock);
      return new DirectoryFit(run, training, clock, console::warn).run(from, progress);
    }
  }
}

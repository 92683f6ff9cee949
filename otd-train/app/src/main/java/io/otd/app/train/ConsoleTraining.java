// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Console;
import io.otd.app.progress.ProgressDisplay;
import io.otd.train.OtdBuilder;
import io.otd.train.RunPlan;
import io.otd.train.progress.ProgressLines;
import io.otd.train.progress.RunsListener;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingListener;
import java.time.Clock;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows on a console what is trained, and stops it at a safe point if the user asks for it. */
final class ConsoleTraining implements AutoCloseable {
  private final Console console;
  private final Consumer<RunPlan> summary;
  private final int jobs;
  private final boolean verbose;
  private @Nullable RunPlan plan;
  private @Nullable TrainingListener shown;
  private @Nullable ProgressDisplay single;
  private @Nullable RunsProgress several;

  /**
   * Nothing is trained yet.
   *
   * @param console for notes, warnings and progress
   * @param jobs maximum number of networks that are trained at a time
   * @param verbose whether losses and validation scores are shown with the progress
   * @param summary prints the plan of the training
   */
  ConsoleTraining(Console console, int jobs, boolean verbose, Consumer<RunPlan> summary) {
    this.verbose = verbose;
    this.console = console;
    this.jobs = jobs;
    this.summary = summary;
  }

  /** A training that the console sees. */
  OtdBuilder of(OtdBuilder training) {
    return training
        .jobs(jobs)
        .onPlan(this::begin)
        .onProgress(event -> shown().on(event))
        .onWarning(console::warn)
        .stopWhen(console.interruption()::requested);
  }

  /** The plan of the training. */
  RunPlan plan() {
    return Objects.requireNonNull(plan, "nothing was trained");
  }

  private TrainingListener shown() {
    return Objects.requireNonNull(shown, "nothing was planned");
  }

  private void begin(RunPlan begun) {
    plan = begun;
    summary.accept(begun);
    console.interruption().guard();
    shown = begun.kind() == RunPlan.Kind.FIT ? ofOne() : ofSeveral(begun.runs());
  }

  private TrainingListener ofSeveral(int runs) {
    RunsProgress display = console.progress(runs, jobs);
    several = display;
    return new RunsListener(TrainingListener.NONE, display);
  }

  private TrainingListener ofOne() {
    if (!console.terminal().getAsBoolean()) {
      return new ProgressLines(console::note, Clock.systemUTC(), verbose);
    }
    ProgressDisplay display = new ProgressDisplay(console.err(), verbose);
    single = display;
    return display;
  }

  @Override
  public void close() {
    if (single != null) {
      single.close();
    }
    if (several != null) {
      several.close();
    }
  }
}

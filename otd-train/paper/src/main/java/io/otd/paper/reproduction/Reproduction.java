// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.timing.StepOperations;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.study.Study;
import io.otd.train.internal.study.StudyFiles;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs an experiment: each variant with each seed, several in parallel. With the native flags of
 * small models a run keeps one core busy. Each run is stored as soon as it is finished, and its
 * last state at intervals before.
 */
public final class Reproduction {
  private final Experiment experiment;
  private final Scale scale;
  private final List<Long> seeds;
  private final int sideBySide;
  private final NetworkTrainer trainer;
  private final RunFiles kept;

  /**
   * The runs of an experiment.
   *
   * @param experiment what is run
   * @param scale how much of it
   * @param seeds one run of each variant for each
   * @param sideBySide most runs that work at a time, at least 1
   * @param trainer with its clock; stopping it stops all runs
   * @param files keeps finished runs, and those that have begun
   */
  public Reproduction(
      Experiment experiment,
      Scale scale,
      List<Long> seeds,
      int sideBySide,
      NetworkTrainer trainer,
      StudyFiles files) {
    if (seeds.isEmpty() || sideBySide < 1) {
      throw new IllegalArgumentException(
          "%s seeds, %s side by side (expected: at least 1 each)"
              .formatted(seeds.size(), sideBySide));
    }
    this.experiment = experiment;
    this.scale = scale;
    this.seeds = List.copyOf(seeds);
    this.sideBySide = sideBySide;
    this.trainer = trainer;
    this.kept = new RunFiles(files);
  }

  /** Number of runs. */
  public int runs() {
    return experiment.variants(scale).size() * seeds.size();
  }

  /**
   * Runs everything.
   *
   * @param progress receives the progress of each run
   * @return the results; empty if the trainer was stopped before all runs were finished
   * @throws IOException what made a run fail, when all others are done
   */
  public Optional<ExperimentResult> run(RunsProgress progress) throws IOException {
    long start = trainer.clock().millis();
    List<Run> runs = new ArrayList<>();
    for (Variant variant : experiment.variants(scale)) {
      seeds.forEach(seed -> runs.add(new Run(variant, seed, progress)));
    }
    return Study.longestFirst(runs, run -> operations(run.variant), trainer.stop())
        .run(sideBySide)
        .complete()
        .map(trained -> result(trained, start));
  }

  private double operations(Variant variant) {
    return variant.settings().steps() * StepOperations.of(experiment.plan(variant, scale)).total();
  }

  private ExperimentResult result(List<Trained> runs, long start) {
    Runs all = new Runs(runs, this::sampler);
    return new ExperimentResult(
        experiment,
        scale,
        runs,
        experiment.figures(all, scale),
        experiment.tables(all, scale),
        trainer.secondsSince(start));
  }

  private Sampler sampler(Trained run) {
    return new ProgramSampler(
        run.variant().model(),
        run.parameters(),
        run.seed(),
        experiment.draws(scale),
        experiment.points(scale),
        trainer.compiler());
  }

  /** One variant with one seed. */
  private final class Run implements Study.Item<Trained> {
    private final Variant variant;
    private final long seed;
    private final RunsProgress progress;

    Run(Variant variant, long seed, RunsProgress progress) {
      this.variant = variant;
      this.seed = seed;
      this.progress = progress;
    }

    @Override
    public Optional<Trained> finished() throws IOException {
      return kept.finished(variant, seed);
    }

    @Override
    public Optional<Trained> run(Workers.Turn turn) throws IOException {
      Optional<RunFiles.Checkpoint> checkpoint = kept.checkpoint(variant, seed);
      double before = checkpoint.map(RunFiles.Checkpoint::seconds).orElse(0.0);
      long start = trainer.clock().millis();
      NetworkTrainer.Result result =
          taking(turn)
              .train(
                  variant.model(),
                  experiment.rows(variant, seed, scale),
                  Optional.empty(),
                  variant.seeded(seed),
                  checkpoint.map(RunFiles.Checkpoint::snapshot),
                  progress.listener(variant.name() + " seed " + seed).and(keeping(before, start)));
      return result.outcome() == TrainingOutcome.INTERRUPTED
          ? Optional.empty()
          : Optional.of(measured(result, before + trainer.secondsSince(start)));
    }

    private NetworkTrainer taking(Workers.Turn turn) {
      return trainer.stoppedBy(
          () -> {
            turn.pass();
            return trainer.stop().getAsBoolean();
          });
    }

    private Trained measured(NetworkTrainer.Result result, double seconds) throws IOException {
      Trained trained =
          new Trained(
              variant, seed, result.parameters(), result.snapshot().history(), seconds, Map.of());
      try (Sampler sampler = sampler(trained)) {
        Trained measured = trained.measured(experiment.measure(trained, sampler, scale));
        kept.keep(measured);
        return measured;
      }
    }

    private TrainingListener keeping(double before, long start) {
      return event -> {
        if (event instanceof TrainingEvent.Saved saved) {
          keep(saved.snapshots().get(0), before + trainer.secondsSince(start));
        }
      };
    }

    private void keep(TrainingSnapshot snapshot, double seconds) {
      if (snapshot.step() == 0 || snapshot.step() == variant.settings().steps()) {
        return; // not started, or about to be stored as finished
      }
      try {
        kept.keep(variant, seed, seconds, snapshot);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

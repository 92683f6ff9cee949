// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs an experiment: each variant with each seed, some side by side. With the native flags of
 * small models a run keeps one core busy. Each run is kept as soon as it is finished.
 *
 * @param experiment what is run
 * @param scale how much of it
 * @param seeds one run of each variant for each
 * @param sideBySide most runs that work at a time, at least 1
 * @param trainer trains; its clock measures; asked to stop, it stops all runs
 * @param finished keeps finished runs
 */
public record Reproduction(
    Experiment experiment,
    Scale scale,
    List<Long> seeds,
    int sideBySide,
    NetworkTrainer trainer,
    FinishedRuns finished) {
  /** Checks the ranges. */
  public Reproduction {
    seeds = List.copyOf(seeds);
    if (seeds.isEmpty() || sideBySide < 1) {
      throw new IllegalArgumentException(
          "%d seeds, %d side by side (expected: at least 1 each)"
              .formatted(seeds.size(), sideBySide));
    }
  }

  /** Number of runs. */
  public int runs() {
    return experiment.variants(scale).size() * seeds.size();
  }

  /**
   * Runs everything.
   *
   * @param progress is told how each run goes on
   * @return what was found; nothing if the trainer was asked to stop before all runs were finished
   * @throws Exception what made a run fail, when all others are done
   */
  public Optional<ExperimentResult> run(RunsProgress progress) throws Exception {
    long start = trainer.clock().millis();
    List<Workers.Task<Optional<Trained>>> tasks = new ArrayList<>();
    for (Variant variant : experiment.variants(scale)) {
      for (long seed : seeds) {
        tasks.add(turn -> one(variant, seed, turn, progress));
      }
    }
    List<Optional<Trained>> runs = Outcome.all(new FairThreadPool(sideBySide).run(tasks));
    if (runs.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    List<Trained> trained = runs.stream().flatMap(Optional::stream).toList();
    List<Figure> figures = experiment.figures(trained, this::sampler, scale);
    List<ResultTable> tables = experiment.tables(trained, this::sampler, scale);
    double seconds = (trainer.clock().millis() - start) / 1000.0;
    return Optional.of(new ExperimentResult(experiment, scale, trained, figures, tables, seconds));
  }

  private Optional<Trained> one(
      Variant variant, long seed, Workers.Turn turn, RunsProgress progress) throws IOException {
    Optional<Trained> before = finished.find(variant, seed);
    if (before.isPresent() || trainer.stop().getAsBoolean()) {
      return before;
    }
    long start = trainer.clock().millis();
    NetworkTrainer taking =
        trainer.stoppedBy(
            () -> {
              turn.pass();
              return trainer.stop().getAsBoolean();
            });
    NetworkTrainer.Result result =
        taking.train(
            variant.model(),
            experiment.rows(variant, seed, scale),
            Optional.empty(),
            variant.seeded(seed),
            Optional.empty(),
            progress.listener(variant.name() + " seed " + seed));
    if (result.outcome() == TrainingOutcome.INTERRUPTED) {
      return Optional.empty();
    }
    double seconds = (trainer.clock().millis() - start) / 1000.0;
    Trained trained =
        new Trained(
            variant, seed, result.parameters(), result.snapshot().history(), seconds, Map.of());
    try (Sampler sampler = sampler(trained)) {
      Trained measured = trained.measured(experiment.measure(trained, sampler, scale));
      finished.keep(measured);
      return Optional.of(measured);
    }
  }

  private Sampler sampler(Trained run) {
    return new ProgramSampler(
        run.variant().model(),
        run.parameters(),
        run.seed(),
        experiment.draws(scale),
        experiment.points(scale),
        trainer.compilation(),
        trainer.warnings());
  }
}

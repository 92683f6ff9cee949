// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.timing.StepOperations;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
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
  private final FinishedRuns finished;

  /**
   * Runs an experiment; checks the ranges.
   *
   * @param experiment what is run
   * @param scale how much of it
   * @param seeds one run of each variant for each
   * @param sideBySide most runs that work at a time, at least 1
   * @param trainer with its clock; stopping it stops all runs
   * @param finished keeps finished runs, and those that have begun
   */
  public Reproduction(
      Experiment experiment,
      Scale scale,
      List<Long> seeds,
      int sideBySide,
      NetworkTrainer trainer,
      FinishedRuns finished) {
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
    this.finished = finished;
  }

  /** The runs. */
  Experiment experiment() {
    return experiment;
  }

  /** Number of runs. */
  public int runs() {
    return experiment.variants(scale).size() * seeds.size();
  }

  /**
   * Runs everything.
   *
   * @param progress receives the progress of each run
   * @return the results; empty if the trainer was asked to stop before all runs were finished
   * @throws Exception what made a run fail, when all others are done
   */
  public Optional<ExperimentResult> run(RunsProgress progress) throws Exception {
    long start = trainer.clock().millis();
    List<Workers.Task<Optional<Trained>>> tasks = new ArrayList<>();
    List<Variant> variants = experiment.variants(scale);
    List<Variant> order = longestFirst(variants);
    for (Variant variant : order) {
      for (long seed : seeds) {
        tasks.add(turn -> one(variant, seed, turn, progress));
      }
    }
    List<Optional<Trained>> done = Outcome.all(new FairThreadPool(sideBySide).run(tasks));
    List<Optional<Trained>> runs = new ArrayList<>();
    for (Variant variant : variants) {
      int first = order.indexOf(variant) * seeds.size();
      runs.addAll(done.subList(first, first + seeds.size()));
    }
    if (runs.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    List<Trained> trained = runs.stream().flatMap(Optional::stream).toList();
    List<Figure> figures = experiment.figures(trained, this::sampler, scale);
    List<ResultTable> tables = experiment.tables(trained, this::sampler, scale);
    double seconds = secondsSince(start);
    return Optional.of(new ExperimentResult(experiment, scale, trained, figures, tables, seconds));
  }

  /** The order that leaves no long run alone at the end. */
  private List<Variant> longestFirst(List<Variant> variants) {
    return variants.stream()
        .sorted(
            Comparator.comparingDouble((Variant v) -> v.settings().steps() * operations(v))
                .reversed())
        .toList();
  }

  private double operations(Variant variant) {
    return StepOperations.of(experiment.plan(variant, scale)).total();
  }

  private Optional<Trained> one(
      Variant variant, long seed, Workers.Turn turn, RunsProgress progress) throws IOException {
    Optional<Trained> before = finished.find(variant, seed);
    if (before.isPresent() || trainer.stop().getAsBoolean()) {
      return before;
    }
    Optional<FinishedRuns.Begun> begun = finished.begun(variant, seed);
    double secondsBefore = begun.map(FinishedRuns.Begun::seconds).orElse(0.0);
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
            begun.map(FinishedRuns.Begun::snapshot),
            progress
                .listener(variant.name() + " seed " + seed)
                .and(event -> keep(event, variant, seed, secondsBefore, start)));
    if (result.outcome() == TrainingOutcome.INTERRUPTED) {
      return Optional.empty();
    }
    double seconds = secondsBefore + secondsSince(start);
    Trained trained =
        new Trained(
            variant, seed, result.parameters(), result.snapshot().history(), seconds, Map.of());
    try (Sampler sampler = sampler(trained)) {
      Trained measured = trained.measured(experiment.measure(trained, sampler, scale));
      finished.keep(measured);
      return Optional.of(measured);
    }
  }

  private double secondsSince(long start) {
    return (trainer.clock().millis() - start) / 1000.0;
  }

  private void keep(
      TrainingEvent event, Variant variant, long seed, double secondsBefore, long start) {
    if (!(event instanceof TrainingEvent.Saved saved)) {
      return;
    }
    TrainingSnapshot snapshot = saved.snapshots().get(0);
    if (snapshot.step() == 0 || snapshot.step() == variant.settings().steps()) {
      return; // not started, or about to be stored as finished
    }
    try {
      finished.keep(
          variant, seed, new FinishedRuns.Begun(snapshot, secondsBefore + secondsSince(start)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

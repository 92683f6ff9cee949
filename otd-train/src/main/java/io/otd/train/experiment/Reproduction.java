package io.otd.train.experiment;

import io.otd.train.training.Trainer;
import io.otd.train.training.TrainingEvent;
import io.otd.train.training.TrainingListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs an experiment: each variant with each seed, some side by side. With the native flags of
 * small models a run keeps one core busy.
 *
 * @param experiment what is run
 * @param scale how much of it
 * @param seeds one run of each variant for each
 * @param sideBySide most runs at a time, at least 1
 * @param trainer trains; its clock measures
 * @param progress is told a line now and then, from several threads
 */
public record Reproduction(
    Experiment experiment,
    Scale scale,
    List<Long> seeds,
    int sideBySide,
    Trainer trainer,
    Consumer<String> progress) {
  private static final int LINES_A_RUN = 10;

  /** Checks the ranges. */
  public Reproduction {
    seeds = List.copyOf(seeds);
    if (seeds.isEmpty() || sideBySide < 1) {
      throw new IllegalArgumentException(
          "%d seeds, %d side by side (expected: at least 1 each)"
              .formatted(seeds.size(), sideBySide));
    }
  }

  /**
   * Runs everything.
   *
   * @throws InterruptedException if the thread is interrupted; runs under way are abandoned
   */
  public ExperimentResult run() throws InterruptedException {
    long start = trainer.clock().millis();
    List<Future<Trained>> futures = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(sideBySide);
    try {
      for (Variant variant : experiment.variants(scale)) {
        for (long seed : seeds) {
          futures.add(pool.submit(() -> one(variant, seed)));
        }
      }
      List<Trained> runs = new ArrayList<>();
      for (Future<Trained> future : futures) {
        runs.add(result(future));
      }
      List<Experiment.Plate> plates = experiment.plates(runs, this::sampler, scale);
      return new ExperimentResult(
          experiment, scale, runs, plates, (trainer.clock().millis() - start) / 1000.0);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Trained result(Future<Trained> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a run failed", e.getCause());
    }
  }

  private Trained one(Variant variant, long seed) {
    long start = trainer.clock().millis();
    Trainer.Result result =
        trainer.train(
            variant.model(),
            experiment.rows(),
            Optional.empty(),
            variant.seeded(seed),
            Optional.empty(),
            lines(variant, seed));
    double seconds = (trainer.clock().millis() - start) / 1000.0;
    Trained trained =
        new Trained(
            variant, seed, result.parameters(), result.snapshot().history(), seconds, Map.of());
    try (Sampler sampler = sampler(trained)) {
      return trained.measured(experiment.measure(variant, sampler, scale));
    }
  }

  private Sampler sampler(Trained run) {
    return new ProgramSampler(
        run.variant().model(),
        run.parameters(),
        run.seed(),
        experiment.draws(scale),
        experiment.points(),
        trainer.compilation(),
        trainer.warnings());
  }

  /** A line at each tenth of a run. */
  private TrainingListener lines(Variant variant, long seed) {
    int[] tenths = {0};
    return event -> {
      if (event instanceof TrainingEvent.Progressed p) {
        int done = (int) ((long) LINES_A_RUN * p.step() / p.steps());
        if (done > tenths[0]) {
          tenths[0] = done;
          progress.accept(
              String.format(
                  Locale.ROOT,
                  "%s %s seed %d: %,d of %,d epochs, score %.5f, %.0f steps/s",
                  experiment.id(),
                  variant.name(),
                  seed,
                  p.step(),
                  p.steps(),
                  p.fit() - p.dispersion(),
                  p.stepsPerSecond()));
        }
      }
    };
  }
}

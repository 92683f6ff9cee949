// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.program.BatchStream;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.core.internal.program.TrainingProgram;
import io.otd.core.internal.program.TrainingState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Times the configurations one after another, each alone on the machine's threads. The rows are
 * random numbers: the time of a step does not depend on them.
 */
public final class TimingSweep {
  private static final double LEARNING_RATE = 1e-3;

  private final TimingScale scale;
  private final Precision precision;
  private final List<Long> seeds;
  private final FinishedTimings finished;
  private final LongSupplier nanoTime;
  private final BooleanSupplier stop;
  private final Consumer<String> notes;
  private final Consumer<String> warnings;

  /**
   * A sweep that keeps what it has timed; checks the seeds.
   *
   * @param scale how much is done
   * @param precision of the large matrix products
   * @param seeds each configuration is timed with each
   * @param finished keeps what is timed
   * @param nanoTime a clock of steady nanoseconds
   * @param stop whether to stop, called after each call
   * @param notes receives each measured time
   * @param warnings receives a warning if XLA cannot compile
   */
  public TimingSweep(
      TimingScale scale,
      Precision precision,
      List<Long> seeds,
      FinishedTimings finished,
      LongSupplier nanoTime,
      BooleanSupplier stop,
      Consumer<String> notes,
      Consumer<String> warnings) {
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("seeds: none (expected: at least one)");
    }
    this.scale = scale;
    this.precision = precision;
    this.seeds = List.copyOf(seeds);
    this.finished = finished;
    this.nanoTime = nanoTime;
    this.stop = stop;
    this.notes = notes;
    this.warnings = warnings;
  }

  /**
   * Times everything.
   *
   * @return the times; empty if it was stopped before all were measured
   * @throws IOException if one cannot be kept
   */
  public Optional<TimingResult> run() throws IOException {
    List<TimingRun> runs = new ArrayList<>();
    for (TimingConfiguration configuration : TimingConfiguration.all()) {
      Optional<List<TimingRun>> all = timed(configuration);
      if (all.isEmpty()) {
        return Optional.empty();
      }
      runs.addAll(all.get());
    }
    return Optional.of(new TimingResult(scale, seeds, runs));
  }

  private Optional<List<TimingRun>> timed(TimingConfiguration configuration) throws IOException {
    List<TimingRun> runs = new ArrayList<>();
    List<Long> left = new ArrayList<>();
    for (long seed : seeds) {
      finished.find(configuration, seed).ifPresentOrElse(runs::add, () -> left.add(seed));
    }
    if (left.isEmpty()) {
      return Optional.of(runs);
    }
    TrainingPlan plan = configuration.plan(scale).with(precision);
    float[] x = uniform(plan.rows() * plan.model().inputs());
    float[] y = uniform(plan.rows());
    try (TrainingProgram program =
        new TrainingProgram(plan, x, y, scale.stepsPerCall(), Compilation.XLA, warnings)) {
      for (long seed : left) {
        Optional<TimingRun> run = one(configuration.name(), plan, program, seed);
        if (run.isEmpty()) {
          return Optional.empty();
        }
        finished.keep(run.get());
        notes.accept(
            String.format(
                Locale.ROOT,
                "%s seed %s: %.1f ms a step",
                configuration.label(),
                seed,
                run.get().mean()));
        runs.add(run.get());
      }
    }
    return Optional.of(runs);
  }

  private Optional<TimingRun> one(
      String configuration, TrainingPlan plan, TrainingProgram program, long seed) {
    List<Parameter> parameters = plan.model().parameters();
    TrainingState state =
        TrainingState.initial(
            new ParameterVector(parameters).join(InitialValues.draw(parameters, seed)));
    BatchStream batches = plan.batches().stream(seed);
    Schedule schedule = new Schedule.Constant(LEARNING_RATE);
    long key = NoiseStream.TRAINING.key(seed);
    double[] millis = new double[scale.timedCalls()];
    for (int call = -scale.warmUpCalls(); call < millis.length; call++) {
      if (stop.getAsBoolean()) {
        return Optional.empty();
      }
      long from = nanoTime.getAsLong();
      state =
          program.run(state, batches.of(state.step(), scale.stepsPerCall()), schedule, key).state();
      if (call >= 0) {
        millis[call] = (nanoTime.getAsLong() - from) / 1e6 / scale.stepsPerCall();
      }
    }
    boolean compiled =
        program.runsCompiled(state, batches.of(state.step(), scale.stepsPerCall()), schedule);
    return Optional.of(new TimingRun(configuration, seed, compiled, millis));
  }

  private static float[] uniform(int count) {
    SplittableRandom random = new SplittableRandom(1);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble();
    }
    return values;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
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
import io.otd.core.internal.text.NumberText;
import io.otd.paper.experiment.Scale;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.study.Study;
import io.otd.train.internal.study.StudyFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Times the configurations one after another, each alone on the machine's threads. The rows are
 * random numbers: the time of a step does not depend on them. What is timed is kept.
 */
public final class TimingSweep {
  private static final double LEARNING_RATE = 1e-3;

  private final Scale scale;
  private final TimingSizes sizes;
  private final Precision precision;
  private final List<Long> seeds;
  private final StudyFiles files;
  private final LongSupplier nanoTime;
  private final BooleanSupplier stop;
  private final Consumer<String> notes;
  private final Consumer<String> warnings;

  /**
   * The timings of a scale.
   *
   * @param scale how much is done: quick, reduced or paper
   * @param precision of the large matrix products
   * @param seeds each configuration is timed with each
   * @param files keeps what is timed
   * @param nanoTime a clock of steady nanoseconds
   * @param stop whether to stop, called after each call
   * @param notes receives each measured time
   * @param warnings receives a warning if XLA cannot compile
   */
  public TimingSweep(
      Scale scale,
      Precision precision,
      List<Long> seeds,
      StudyFiles files,
      LongSupplier nanoTime,
      BooleanSupplier stop,
      Consumer<String> notes,
      Consumer<String> warnings) {
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("seeds: none (expected: at least one)");
    }
    this.scale = scale;
    this.sizes = TimingSizes.of(scale);
    this.precision = precision;
    this.seeds = List.copyOf(seeds);
    this.files = files;
    this.nanoTime = nanoTime;
    this.stop = stop;
    this.notes = notes;
    this.warnings = warnings;
  }

  /** A file. */
  private record Timed(int format, Map<String, String> made, TimingRun run)
      implements StudyFiles.Content {}

  /**
   * Times everything.
   *
   * @return the times; empty if it was stopped before all were measured
   * @throws IOException if one cannot be kept
   */
  public Optional<TimingResult> run() throws IOException {
    try (Programs programs = new Programs()) {
      List<Timing> timings = new ArrayList<>();
      for (TimingConfiguration configuration : TimingConfiguration.all()) {
        seeds.forEach(seed -> timings.add(new Timing(configuration, seed, programs)));
      }
      return Study.inOrder(timings, stop)
          .run()
          .complete()
          .map(runs -> new TimingResult(scale, seeds, runs));
    }
  }

  /** The compiled program of the configuration that is being timed; its seeds follow each other. */
  private final class Programs implements AutoCloseable {
    private @Nullable TimingConfiguration configuration;
    private @Nullable TrainingProgram program;

    TrainingProgram of(TimingConfiguration wanted) {
      if (program == null || !wanted.equals(configuration)) {
        close();
        TrainingPlan plan = plan(wanted);
        float[] x = uniform(plan.rows() * plan.model().inputs());
        float[] y = uniform(plan.rows());
        program =
            new TrainingProgram(
                plan, x, y, sizes.stepsPerCall(), new Compiler(Compilation.XLA, warnings));
        configuration = wanted;
      }
      return program;
    }

    @Override
    public void close() {
      if (program != null) {
        program.close();
        program = null;
      }
    }
  }

  private TrainingPlan plan(TimingConfiguration configuration) {
    return configuration.plan(sizes).with(precision);
  }

  private static float[] uniform(int count) {
    SplittableRandom random = new SplittableRandom(1);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble();
    }
    return values;
  }

  /** One configuration with one seed. */
  private final class Timing implements Study.Item<TimingRun> {
    private final TimingConfiguration configuration;
    private final long seed;
    private final Programs programs;

    Timing(TimingConfiguration configuration, long seed, Programs programs) {
      this.configuration = configuration;
      this.seed = seed;
      this.programs = programs;
    }

    private String file() {
      return configuration.name() + "-" + seed;
    }

    @Override
    public Optional<TimingRun> finished() throws IOException {
      Optional<TimingRun> run = files.find(file(), Map.of(), Timed.class).map(Timed::run);
      run.ifPresent(
          r -> files.note("%s seed %s: done before".formatted(configuration.label(), seed)));
      return run;
    }

    @Override
    public Optional<TimingRun> run(Workers.Turn turn) throws IOException {
      Optional<TimingRun> run = timed(programs.of(configuration), plan(configuration));
      if (run.isPresent()) {
        files.keep(file(), new Timed(StudyFiles.FORMAT, files.made(Map.of()), run.get()));
        notes.accept(
            "%s seed %s: %s ms a step"
                .formatted(configuration.label(), seed, NumberText.fixed(run.get().mean(), 1)));
      }
      return run;
    }

    private Optional<TimingRun> timed(TrainingProgram program, TrainingPlan plan) {
      List<Parameter> parameters = plan.model().parameters();
      TrainingState state =
          TrainingState.initial(
              new ParameterVector(parameters).join(InitialValues.draw(parameters, seed)));
      BatchStream batches = plan.batches().stream(seed);
      Schedule schedule = new Schedule.Constant(LEARNING_RATE);
      long key = NoiseStream.TRAINING.key(seed);
      int steps = sizes.stepsPerCall();
      double[] millis = new double[sizes.timedCalls()];
      for (int call = -sizes.warmUpCalls(); call < millis.length; call++) {
        if (stop.getAsBoolean()) {
          return Optional.empty();
        }
        long from = nanoTime.getAsLong();
        state = program.run(state, batches.of(state.step(), steps), schedule, key).state();
        if (call >= 0) {
          millis[call] = (nanoTime.getAsLong() - from) / 1e6 / steps;
        }
      }
      boolean compiled = program.runsCompiled(state, batches.of(state.step(), steps), schedule);
      return Optional.of(new TimingRun(configuration.name(), seed, compiled, millis));
    }
  }
}

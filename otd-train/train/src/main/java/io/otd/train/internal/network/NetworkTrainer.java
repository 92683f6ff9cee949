// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.core.internal.program.TrainingProgram;
import io.otd.core.internal.program.TrainingState;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Trains models. The same settings, rows and seed give bit-identical parameters on one machine with
 * one set of native flags, also when a run is stopped and resumed from a snapshot.
 *
 * <p>Runs of different models with one seed are paired: a parameter's first values depend on the
 * seed, its name and its shape ({@link io.otd.core.internal.layer.InitialValues}), the order of the
 * rows on the seed and the sizes ({@link io.otd.core.internal.program.BatchStream}), the noise on
 * the seed and the stream ({@link io.otd.core.internal.program.NoiseStream}), none of them on the
 * model.
 *
 * @param compiler of its programs, with the user whom it warns
 * @param precision of the large matrix products
 * @param clock for rates and for the time between snapshots
 * @param snapshots time from one {@link TrainingEvent.Saved} to the next, at least 0
 * @param stop called between calls of the compiled program; true ends the run
 * @param site where networks are trained
 * @param until steps after which a run is interrupted
 * @param allotment time limit of a network, if there is one
 */
public record NetworkTrainer(
    Compiler compiler,
    Precision precision,
    Clock clock,
    Duration snapshots,
    BooleanSupplier stop,
    NetworkSite site,
    long until,
    Optional<Allotment> allotment) {
  /** Maximum number of steps of one call: bounds its index matrix. */
  private static final int MAX_STEPS_PER_CALL = 2048;

  private static final Duration SNAPSHOTS = Duration.ofSeconds(30);

  /**
   * A trainer that trains in this process.
   *
   * @param compiler of its programs, with the user whom it warns
   * @param precision of the large matrix products
   * @param clock for rates and for the time between snapshots
   * @param snapshots time from one {@link TrainingEvent.Saved} to the next, at least 0
   * @param stop called between calls of the compiled program; true ends the run
   */
  public NetworkTrainer(
      Compiler compiler,
      Precision precision,
      Clock clock,
      Duration snapshots,
      BooleanSupplier stop) {
    this(
        compiler,
        precision,
        clock,
        snapshots,
        stop,
        NetworkSite.HERE,
        Long.MAX_VALUE,
        Optional.empty());
  }

  /** A trainer in single precision. */
  public NetworkTrainer(Compiler compiler, Clock clock, Duration snapshots, BooleanSupplier stop) {
    this(compiler, Precision.FLOAT32, clock, snapshots, stop);
  }

  /** A trainer in single precision that takes a snapshot every half minute. */
  public NetworkTrainer(Compiler compiler, Clock clock, BooleanSupplier stop) {
    this(compiler, clock, SNAPSHOTS, stop);
  }

  /** Receives warnings for the user, at most once each. */
  public Consumer<String> warnings() {
    return compiler.warnings();
  }

  /** Seconds by its clock since a time in milliseconds. */
  public double secondsSince(long millis) {
    return (clock.millis() - millis) / 1000.0;
  }

  /** The same in another precision. */
  public NetworkTrainer with(Precision other) {
    return new NetworkTrainer(compiler, other, clock, snapshots, stop, site, until, allotment);
  }

  /** The same, asking someone else whether to stop. */
  public NetworkTrainer stoppedBy(BooleanSupplier other) {
    return new NetworkTrainer(compiler, precision, clock, snapshots, other, site, until, allotment);
  }

  /** The same, telling someone else what a user should know. */
  public NetworkTrainer warning(Consumer<String> other) {
    return new NetworkTrainer(
        new Compiler(compiler.compilation(), other),
        precision,
        clock,
        snapshots,
        stop,
        site,
        until,
        allotment);
  }

  /** The same, training elsewhere. */
  public NetworkTrainer at(NetworkSite other) {
    return new NetworkTrainer(compiler, precision, clock, snapshots, stop, other, until, allotment);
  }

  /**
   * The same, interrupting a run after a number of steps.
   *
   * @param steps all in all, at least 1
   */
  public NetworkTrainer until(long steps) {
    return new NetworkTrainer(compiler, precision, clock, snapshots, stop, site, steps, allotment);
  }

  /** The same, giving a network so much time. */
  NetworkTrainer within(Allotment time) {
    return new NetworkTrainer(
        compiler, precision, clock, snapshots, stop, site, until, Optional.of(time));
  }

  /** The same, giving a snapshot after each call. */
  NetworkTrainer savingAlways() {
    return new NetworkTrainer(
        compiler, precision, clock, Duration.ZERO, stop, site, until, allotment);
  }

  /**
   * The result of training.
   *
   * @param parameters the best by validation, or the last if nothing was validated, {@code [P]}
   * @param snapshot the state at the end
   * @param outcome why it ended
   */
  public record Result(float[] parameters, TrainingSnapshot snapshot, TrainingOutcome outcome) {}

  /**
   * Trains a model, here or elsewhere: the numbers are the same.
   *
   * @param model what is trained
   * @param rows training rows
   * @param validation for early stopping and the choice of the best parameters, if any
   * @param settings how
   * @param resumed a snapshot of the same run to resume from, if any
   * @param listener receives the events
   * @throws DivergedFitException if a number becomes non-finite
   */
  public Result train(
      ModelSpec model,
      TrainingRows rows,
      Optional<Validation> validation,
      TrainingSettings settings,
      Optional<TrainingSnapshot> resumed,
      TrainingListener listener) {
    return site.train(this, new NetworkFit(model, rows, validation, settings, resumed), listener);
  }

  /** Trains in this process. */
  Result here(NetworkFit fit, TrainingListener listener) {
    ModelSpec model = fit.model();
    TrainingRows rows = fit.rows();
    TrainingSettings settings = fit.settings();
    TrainingPlan plan =
        settings
            .plan(model, rows.rows(), rows.points())
            .with(precision)
            .within(rows.bounds())
            .weighted(rows.weights().length > 0);
    long interval = Math.min(settings.every(), MAX_STEPS_PER_CALL);
    TrainingSnapshot start = fit.resumed().orElseGet(() -> initial(model, settings.seed()));
    try (TrainingProgram program = program(plan, rows, Math.toIntExact(interval))) {
      StepLoop run = new StepLoop(this, program, plan, settings, fit.validation(), listener, start);
      listener.on(
          new TrainingEvent.Started(
              start.parameters().length,
              rows.rows(),
              plan.batches().batchRows(),
              settings.steps(),
              start.step()));
      return run.toTheEnd();
    }
  }

  private TrainingProgram program(TrainingPlan plan, TrainingRows rows, int capacity) {
    if (rows.stored().isPresent() && !plan.batches().full()) {
      return new TrainingProgram(plan, rows.stored().get(), rows.weights(), capacity, compiler);
    }
    TrainingRows inMemory = rows.held(plan.model().inputs(), plan.model().outputs());
    return new TrainingProgram(
        plan,
        inMemory.places(),
        inMemory.x(),
        inMemory.y(),
        inMemory.weights(),
        capacity,
        compiler);
  }

  /**
   * The state before the first step of a network that was trained before: its parameters are the
   * best so far, at step 0, and have still to be scored.
   */
  static TrainingSnapshot from(float[] parameters) {
    return TrainingSnapshot.of(TrainingState.initial(parameters))
        .withBest(parameters, TrainingSnapshot.NO_SCORE, 0);
  }

  /** The state before the first step. */
  static TrainingSnapshot initial(ModelSpec model, long seed) {
    ParameterVector vector = new ParameterVector(model.parameters());
    float[] parameters = vector.join(InitialValues.draw(model.parameters(), seed));
    return TrainingSnapshot.of(TrainingState.initial(parameters));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.program.BatchStream;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.core.internal.program.TrainingProgram;
import io.otd.core.internal.program.TrainingState;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of one network, from a snapshot to the end: calls, validation, early stopping. */
final class StepLoop {
  /** Target time of a call: long enough to be efficient, short enough to stay stoppable. */
  private static final double SECONDS_A_CALL = 0.5;

  private final NetworkTrainer trainer;
  private final TrainingProgram program;
  private final TrainingSettings settings;
  private final BatchStream batches;
  private final Optional<Validation> validation;
  private final TrainingListener listener;
  private final List<TrainingSnapshot.Point> history;
  private final long startedMillis;

  private TrainingState state;
  private TrainingSnapshot.Sums pending;
  private float[] best;
  private double bestScore;
  private long bestStep;
  private long savedMillis;
  private int stepsACall = 8;
  private long callsDone;

  /** Milliseconds that were not spent waiting for others. */
  private long worked;

  StepLoop(
      NetworkTrainer trainer,
      TrainingProgram program,
      TrainingPlan plan,
      TrainingSettings settings,
      Optional<Validation> validation,
      TrainingListener listener,
      TrainingSnapshot start) {
    this.trainer = trainer;
    this.program = program;
    this.settings = settings;
    this.batches = plan.batches().stream(settings.seed());
    this.validation = validation;
    this.listener = listener;
    this.history = new ArrayList<>(start.history());
    this.state =
        new TrainingState(
            start.step(),
            start.parameters(),
            start.firstMoment(),
            start.secondMoment(),
            start.average());
    this.pending = start.pending();
    this.best = start.best();
    this.bestScore = start.bestScore();
    this.bestStep = start.bestStep();
    this.startedMillis = trainer.clock().millis();
    this.savedMillis = startedMillis;
  }

  /** A network that was trained before is better than nothing: its score is the first to beat. */
  private void scoreEarlier() {
    if (validation.isPresent() && bestStep == 0 && bestScore == TrainingSnapshot.NO_SCORE) {
      bestScore = validation.get().score(best);
    }
  }

  NetworkTrainer.Result toTheEnd() {
    scoreEarlier();
    TrainingOutcome outcome = TrainingOutcome.COMPLETED;
    while (state.step() < settings.steps()) {
      if (settings.stale(state.step(), bestStep)) {
        outcome = TrainingOutcome.STOPPED_EARLY;
        break;
      }
      if (late()) {
        outcome = TrainingOutcome.OUT_OF_TIME;
        break;
      }
      if (state.step() >= trainer.until() || trainer.stop().getAsBoolean()) {
        outcome = TrainingOutcome.INTERRUPTED;
        break;
      }
      long from = trainer.clock().millis();
      long end = Math.min(settings.nextPoint(state.step()), trainer.until());
      call(Math.min(stepsACall, end - state.step()));
      if (settings.atPoint(state.step())) {
        point();
      }
      worked += trainer.clock().millis() - from;
      if (trainer.clock().millis() - savedMillis >= trainer.snapshots().toMillis()) {
        savedMillis = trainer.clock().millis();
        listener.on(new TrainingEvent.Saved(List.of(snapshot())));
      }
    }
    TrainingSnapshot end = snapshot();
    listener.on(new TrainingEvent.Saved(List.of(end)));
    listener.on(
        new TrainingEvent.Finished(outcome, state.step(), trainer.secondsSince(startedMillis)));
    return new NetworkTrainer.Result(end.best().clone(), end, outcome);
  }

  /** Not before the first point of the history: until then there is nothing to choose. */
  private boolean late() {
    return !history.isEmpty() && trainer.allotment().filter(a -> a.over(worked)).isPresent();
  }

  private Schedule schedule() {
    Schedule whole = settings.schedule();
    return trainer
        .allotment()
        .map(a -> a.schedule(whole, state.step(), settings.steps(), worked))
        .orElse(whole);
  }

  private void call(long steps) {
    int count = (int) Math.min(steps, program.capacity());
    long before = trainer.clock().millis();
    TrainingProgram.Steps done =
        program.run(
            state,
            batches.of(state.step(), count),
            schedule(),
            NoiseStream.TRAINING.key(settings.seed()));
    requireFinite(done);
    double seconds = Math.max(1e-3, trainer.secondsSince(before));
    // The first call compiles, so its time says nothing about speed.
    boolean timed = callsDone++ > 0;
    double fit = 0;
    double dispersion = 0;
    double action = 0;
    for (float[] t : done.trace()) {
      pending = pending.plus(t[0], t[1], t[2]);
      fit += t[0];
      dispersion += t[1];
      action += t[2];
    }
    state = done.state();
    listener.on(
        new TrainingEvent.Progressed(
            state.step(),
            settings.steps(),
            fit / count,
            dispersion / count,
            action / count,
            timed ? count / seconds : Double.NaN));
    if (timed) {
      double next = count * SECONDS_A_CALL / seconds;
      stepsACall = (int) Math.max(1, Math.min(program.capacity(), Math.min(next, 4.0 * count)));
    }
  }

  private void requireFinite(TrainingProgram.Steps done) {
    float[][] trace = done.trace();
    for (int i = 0; i < trace.length; i++) {
      for (float value : trace[i]) {
        if (!Float.isFinite(value)) {
          throw diverged("the loss is " + value, state.step() + i);
        }
      }
    }
    if (!done.state().isFinite()) {
      throw diverged("a parameter is not finite", done.state().step());
    }
  }

  private DivergedFitException diverged(String what, long step) {
    return new DivergedFitException(
        "%s at step %s, with learning rate %s (expected: finite; try a smaller learning rate, a longer"
                .formatted(what, step, settings.schedule().rate(step))
            + " warm-up, or clipping the gradient). The state of step "
            + state.step()
            + " is kept.",
        snapshot());
  }

  private void point() {
    double score = Double.NaN;
    if (validation.isPresent()) {
      score = validation.get().score(state.average());
      if (score < bestScore) {
        bestScore = score;
        bestStep = state.step();
        best = state.average();
      }
      listener.on(new TrainingEvent.Validated(state.step(), score, bestScore, bestStep));
    }
    double steps = pending.steps();
    TrainingSnapshot.Point point =
        new TrainingSnapshot.Point(
            state.step(),
            pending.fit() / steps,
            pending.dispersion() / steps,
            pending.action() / steps,
            score);
    history.add(point);
    listener.on(
        new TrainingEvent.Recorded(
            point, state.step(), schedule().rate(state.step() - 1), state.parameters()));
    pending = TrainingSnapshot.Sums.NONE;
  }

  private TrainingSnapshot snapshot() {
    float[] averages = validation.isPresent() && bestStep >= 0 ? best : state.average();
    return TrainingSnapshot.of(state)
        .withBest(averages, bestScore, bestStep)
        .withCurves(history, pending);
  }
}

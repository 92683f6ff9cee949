package io.otd.train.training;

import io.otd.core.program.Batches;
import io.otd.core.program.NoiseStream;
import io.otd.core.program.TrainingPlan;
import io.otd.core.program.TrainingProgram;
import io.otd.core.program.TrainingState;
import io.otd.core.trained.TrainingSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run from a snapshot to its end. */
final class TrainingRun {
  /**
   * A call should take about so long: long enough to be efficient, short enough to stay stoppable.
   */
  private static final double SECONDS_A_CALL = 0.5;

  private final Trainer trainer;
  private final TrainingProgram program;
  private final TrainingPlan plan;
  private final TrainingSettings settings;
  private final int stepsPerEpoch;
  private final Optional<Validation> validation;
  private final TrainingListener listener;
  private final List<TrainingSnapshot.Point> history;
  private final long startedMillis;

  private TrainingState state;
  private TrainingSnapshot.Sums pending;
  private float[] best;
  private double bestScore;
  private int bestEpoch;
  private long savedMillis;
  private int stepsACall = 8;
  private long callsDone;

  TrainingRun(
      Trainer trainer,
      TrainingProgram program,
      TrainingPlan plan,
      TrainingSettings settings,
      int stepsPerEpoch,
      Optional<Validation> validation,
      TrainingListener listener,
      TrainingSnapshot start) {
    this.trainer = trainer;
    this.program = program;
    this.plan = plan;
    this.settings = settings;
    this.stepsPerEpoch = stepsPerEpoch;
    this.validation = validation;
    this.listener = listener;
    this.history = new ArrayList<>(start.history());
    this.state =
        new TrainingState(
            start.step(), start.parameters(), start.firstMoment(), start.secondMoment());
    this.pending = start.pending();
    this.best = start.best();
    this.bestScore = start.bestScore();
    this.bestEpoch = start.bestEpoch();
    this.startedMillis = trainer.clock().millis();
    this.savedMillis = startedMillis;
  }

  Trainer.Result toTheEnd() {
    long last = (long) settings.epochs() * stepsPerEpoch;
    TrainingOutcome outcome = TrainingOutcome.COMPLETED;
    while (state.step() < last) {
      if (stale()) {
        outcome = TrainingOutcome.STOPPED_EARLY;
        break;
      }
      if (trainer.stop().getAsBoolean()) {
        outcome = TrainingOutcome.INTERRUPTED;
        break;
      }
      call(Math.min(stepsACall, nextPoint() - state.step()));
      if (atPoint()) {
        point();
      }
      if (trainer.clock().millis() - savedMillis >= trainer.snapshots().toMillis()) {
        savedMillis = trainer.clock().millis();
        listener.on(new TrainingEvent.Saved(List.of(snapshot())));
      }
    }
    TrainingSnapshot end = snapshot();
    listener.on(new TrainingEvent.Saved(List.of(end)));
    listener.on(
        new TrainingEvent.Finished(
            outcome, epoch(), (trainer.clock().millis() - startedMillis) / 1000.0));
    return new Trainer.Result(end.best().clone(), end, outcome);
  }

  /** Decided where the validation was scored only: elsewhere it would depend on how calls end. */
  private boolean stale() {
    return validation.isPresent()
        && bestEpoch >= 0
        && atPoint()
        && epoch() - bestEpoch >= settings.patience();
  }

  private boolean atPoint() {
    return state.step() > 0 && state.step() == nextPointFrom(state.step() - 1);
  }

  private int epoch() {
    return (int) (state.step() / stepsPerEpoch);
  }

  private long nextPoint() {
    return nextPointFrom(state.step());
  }

  /** The first step after a given one at which the history gets a point. */
  private long nextPointFrom(long step) {
    long interval = (long) stepsPerEpoch * settings.every();
    long last = (long) settings.epochs() * stepsPerEpoch;
    return Math.min(last, (step / interval + 1) * interval);
  }

  private void call(long steps) {
    int count = (int) Math.min(steps, program.capacity());
    long before = trainer.clock().millis();
    TrainingProgram.Steps done =
        program.run(
            state, batches(count), settings.schedule(), NoiseStream.TRAINING.key(settings.seed()));
    requireFinite(done);
    double seconds = Math.max(1e-3, (trainer.clock().millis() - before) / 1000.0);
    // The first call compiles, and says nothing about speed.
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
            epoch(),
            settings.epochs(),
            state.step(),
            fit / count,
            dispersion / count,
            action / count,
            timed ? count / seconds : Double.NaN));
    if (timed) {
      double wanted = count * SECONDS_A_CALL / seconds;
      stepsACall = (int) Math.max(1, Math.min(program.capacity(), Math.min(wanted, 4.0 * count)));
    }
  }

  private Batches batches(int count) {
    if (plan.fullBatch()) {
      return Batches.full(count);
    }
    List<int[]> rows = new ArrayList<>();
    long step = state.step();
    while (rows.size() < count) {
      int epoch = (int) (step / stepsPerEpoch);
      List<int[]> all = Batches.epoch(plan.rows(), plan.batch(), settings.seed(), epoch);
      int from = (int) (step % stepsPerEpoch);
      int to = Math.min(stepsPerEpoch, from + count - rows.size());
      rows.addAll(all.subList(from, to));
      step += to - from;
    }
    return Batches.of(rows, plan.batch());
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

  private DivergedException diverged(String what, long step) {
    return new DivergedException(
        "%s at step %d, with learning rate %s (expected: finite; try a smaller learning rate, a longer"
                .formatted(what, step, settings.schedule().rate(step))
            + " warm-up, or clipping the gradient). The state of step "
            + state.step()
            + " is kept.",
        snapshot());
  }

  private void point() {
    double score = Double.NaN;
    if (validation.isPresent()) {
      score = validation.get().score(state.parameters());
      if (score < bestScore) {
        bestScore = score;
        bestEpoch = epoch();
        best = state.parameters();
      }
      listener.on(new TrainingEvent.Validated(epoch(), score, bestScore, bestEpoch));
    }
    double steps = pending.steps();
    TrainingSnapshot.Point point =
        new TrainingSnapshot.Point(
            epoch(),
            pending.fit() / steps,
            pending.dispersion() / steps,
            pending.action() / steps,
            score);
    history.add(point);
    listener.on(
        new TrainingEvent.Recorded(
            point, state.step(), settings.schedule().rate(state.step() - 1), state.parameters()));
    pending = TrainingSnapshot.Sums.NONE;
  }

  private TrainingSnapshot snapshot() {
    float[] parameters = state.parameters();
    return new TrainingSnapshot(
        state.step(),
        epoch(),
        parameters,
        state.firstMoment(),
        state.secondMoment(),
        validation.isPresent() && bestEpoch >= 0 ? best : parameters,
        bestScore,
        bestEpoch,
        pending,
        history);
  }
}

package io.otd.train.training;

import io.otd.core.trained.TrainingSnapshot;
import java.util.List;
import java.util.stream.Stream;

/** What a trainer tells its listeners, in this order of appearance. The trainer prints nothing. */
public sealed interface TrainingEvent {
  /**
   * The next member of an ensemble is to be trained; not sent where there is only one.
   *
   * @param member its number, from 0
   * @param members of the ensemble
   */
  record MemberBegun(int member, int members) implements TrainingEvent {}

  /**
   * Training begins or goes on.
   *
   * @param parameters number of learned values
   * @param rows n
   * @param batch rows of a step
   * @param steps most steps
   * @param step steps already done: more than 0 where a run goes on
   */
  record Started(int parameters, int rows, int batch, long steps, long step)
      implements TrainingEvent {}

  /**
   * A call of the compiled program came back.
   *
   * @param step steps done
   * @param steps most steps
   * @param fit mean first term of the loss over the call
   * @param dispersion mean second term
   * @param action mean kinetic action
   * @param stepsPerSecond of the call; NaN of the first, in which the program is compiled
   */
  record Progressed(
      long step, long steps, double fit, double dispersion, double action, double stepsPerSecond)
      implements TrainingEvent {}

  /**
   * The validation rows were scored.
   *
   * @param step steps done
   * @param score of the current parameters, averaged
   * @param bestScore so far, this one included
   * @param bestStep of the best score
   */
  record Validated(long step, double score, double bestScore, long bestStep)
      implements TrainingEvent {}

  /**
   * The training curves got a point.
   *
   * @param point of the curves
   * @param step steps done
   * @param learningRate of the last step
   * @param parameters current values, {@code [P]}
   */
  record Recorded(TrainingSnapshot.Point point, long step, double learningRate, float[] parameters)
      implements TrainingEvent {}

  /**
   * A state from which the run can go on; listeners may store it. Sent now and then, and at the
   * end.
   *
   * @param snapshots the state of each member of the ensemble that has begun; the last one's is new
   */
  record Saved(List<TrainingSnapshot> snapshots) implements TrainingEvent {
    /** Keeps the order. */
    public Saved {
      snapshots = List.copyOf(snapshots);
    }

    /** The state that is new. */
    public TrainingSnapshot snapshot() {
      return snapshots.get(snapshots.size() - 1);
    }

    /** The same after members that have come to their end. */
    Saved after(List<TrainingSnapshot> done) {
      return new Saved(Stream.concat(done.stream(), snapshots.stream()).toList());
    }
  }

  /**
   * Training is over.
   *
   * @param outcome why
   * @param step steps done
   * @param seconds since {@link Started}
   */
  record Finished(TrainingOutcome outcome, long step, double seconds) implements TrainingEvent {}
}

package io.otd.train.training;

import io.otd.core.trained.TrainingSnapshot;

/** What a trainer tells its listeners, in this order of appearance. The trainer prints nothing. */
public sealed interface TrainingEvent {
  /**
   * Training begins or goes on.
   *
   * @param parameters number of learned values
   * @param rows n
   * @param stepsPerEpoch steps of one pass over the rows
   * @param epochs most epochs
   * @param epoch epochs already done: more than 0 where a run goes on
   */
  record Started(int parameters, int rows, int stepsPerEpoch, int epochs, int epoch)
      implements TrainingEvent {}

  /**
   * A call of the compiled program came back.
   *
   * @param epoch whole epochs done
   * @param epochs most epochs
   * @param step steps done
   * @param fit mean first term of the loss over the call
   * @param dispersion mean second term
   * @param action mean kinetic action
   * @param stepsPerSecond of the call; NaN of the first, in which the program is compiled
   */
  record Progressed(
      int epoch,
      int epochs,
      long step,
      double fit,
      double dispersion,
      double action,
      double stepsPerSecond)
      implements TrainingEvent {}

  /**
   * The validation rows were scored.
   *
   * @param epoch whole epochs done
   * @param score of the current parameters
   * @param bestScore so far, this one included
   * @param bestEpoch of the best score
   */
  record Validated(int epoch, double score, double bestScore, int bestEpoch)
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
   * @param snapshot the state
   */
  record Saved(TrainingSnapshot snapshot) implements TrainingEvent {}

  /**
   * Training is over.
   *
   * @param outcome why
   * @param epoch whole epochs done
   * @param seconds since {@link Started}
   */
  record Finished(TrainingOutcome outcome, int epoch, double seconds) implements TrainingEvent {}
}

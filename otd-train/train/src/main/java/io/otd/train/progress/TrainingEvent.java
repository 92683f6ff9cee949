// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import io.otd.core.internal.trained.TrainingSnapshot;
import java.util.List;

/**
 * What a trainer tells its listeners, in this order of appearance. The trainer prints nothing. Of
 * an ensemble the numbers are those of all members together: their steps are added up, losses and
 * scores are means over the members that have any.
 */
public sealed interface TrainingEvent {
  /**
   * Something happened to a member of an ensemble; not sent where there is only one. The members
   * are trained side by side, in any order.
   *
   * @param member its number, from 0
   * @param members of the ensemble
   * @param event what the member's trainer tells; only {@link Finished} where the member had come
   *     to its end before the run went on
   */
  record OfMember(int member, int members, TrainingEvent event) implements TrainingEvent {}

  /**
   * Training begins or goes on.
   *
   * @param parameters number of learned values; of an ensemble, of one member
   * @param rows n; of an ensemble, of the member that began first
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
   * @param fit mean first term of the loss over the call; of an ensemble, over the last calls
   * @param dispersion mean second term
   * @param action mean kinetic action
   * @param stepsPerSecond of the call, of an ensemble since its first call; NaN of the first call,
   *     in which the program is compiled
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
   * @param bestStep of the best score, negative if there is none; of an ensemble, the sum of the
   *     members' best steps
   */
  record Validated(long step, double score, double bestScore, long bestStep)
      implements TrainingEvent {}

  /**
   * The training curves got a point; of an ensemble only sent {@link OfMember}.
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
   * @param snapshots the state of the model; of an ensemble, those of its first members up to the
   *     last that has begun, each at a stage of its own
   */
  record Saved(List<TrainingSnapshot> snapshots) implements TrainingEvent {
    /** Keeps the order. */
    public Saved {
      snapshots = List.copyOf(snapshots);
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

  /**
   * Something happened in one of several runs: a fold of a cross-validation, or a trial of a
   * search. The runs go on side by side, in any order.
   *
   * @param run its name, as that of its directory: {@code fold-0}, {@code trial-012}
   * @param event what the run tells
   */
  record OfRun(String run, TrainingEvent event) implements TrainingEvent {}

  /**
   * A run ended without {@link Finished}: it was done before, it diverged, or it is a trial of a
   * search whose steps are done for now. Only sent {@link OfRun}.
   *
   * @param how in words
   */
  record Ended(String how) implements TrainingEvent {}
}

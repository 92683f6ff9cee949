// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import io.otd.core.internal.trained.TrainingSnapshot;
import java.util.List;

/**
 * An event that a trainer sends to its listeners; the types are in order of appearance. The trainer
 * prints nothing. For an ensemble, the numbers are those of all members together: their steps are
 * summed, losses and scores are means over the members that have any.
 */
public sealed interface TrainingEvent {
  /**
   * An event of a member of an ensemble; not sent if there is only one. The members are trained in
   * parallel, in any order.
   *
   * @param member its number, from 0
   * @param members of the ensemble
   * @param event the event of the member's trainer; only {@link Finished} if the member was
   *     finished before the run was resumed
   */
  record OfMember(int member, int members, TrainingEvent event) implements TrainingEvent {}

  /**
   * Training begins or is resumed.
   *
   * @param parameters number of learned values; for an ensemble, of one member
   * @param rows n; for an ensemble, of the member that began first
   * @param batch rows of a step
   * @param steps maximum number of steps
   * @param step steps already done: more than 0 if a run is resumed
   */
  record Started(int parameters, int rows, int batch, long steps, long step)
      implements TrainingEvent {}

  /**
   * A call of the compiled program returned.
   *
   * @param step steps done
   * @param steps maximum number of steps
   * @param fit mean first term of the loss over the call; for an ensemble, over the last calls
   * @param dispersion mean second term
   * @param action mean kinetic action
   * @param stepsPerSecond of the call, for an ensemble since its first call; NaN for the first
   *     call, in which the program is compiled
   */
  record Progressed(
      long step, long steps, double fit, double dispersion, double action, double stepsPerSecond)
      implements TrainingEvent {}

  /**
   * The validation rows were scored.
   *
   * @param step steps done
   * @param score of the current parameters, averaged
   * @param bestScore so far, including this one
   * @param bestStep of the best score, negative if there is none; for an ensemble, the sum of the
   *     members' best steps
   */
  record Validated(long step, double score, double bestScore, long bestStep)
      implements TrainingEvent {}

  /**
   * A new point of the training curves; for an ensemble only sent {@link OfMember}.
   *
   * @param point of the curves
   * @param step steps done
   * @param learningRate of the last step
   * @param parameters current values, {@code [P]}
   */
  record Recorded(TrainingSnapshot.Point point, long step, double learningRate, float[] parameters)
      implements TrainingEvent {}

  /**
   * A state from which the run can be resumed; listeners may store it. Sent at intervals, and at
   * the end.
   *
   * @param snapshots the state of the model; for an ensemble, those of its first members up to the
   *     last that has begun, each at its own stage
   */
  record Saved(List<TrainingSnapshot> snapshots) implements TrainingEvent {
    /** Keeps the order. */
    public Saved {
      snapshots = List.copyOf(snapshots);
    }
  }

  /**
   * Work begins that takes no steps, but some time on a large table: between the networks of a
   * pool, and after {@link Finished}.
   *
   * @param what in words: {@code comparing the components}
   */
  record Working(String what) implements TrainingEvent {}

  /**
   * Training is over.
   *
   * @param outcome the reason
   * @param step steps done
   * @param seconds since {@link Started}
   */
  record Finished(TrainingOutcome outcome, long step, double seconds) implements TrainingEvent {}

  /**
   * An event of one of several runs: a fold of a cross-validation, or a trial of a search. The runs
   * are trained in parallel, in any order.
   *
   * @param run its name, which is also that of its directory: {@code fold-0}, {@code trial-012}
   * @param event of the run
   */
  record OfRun(String run, TrainingEvent event) implements TrainingEvent {}

  /**
   * A run ended without {@link Finished}: it was finished before, it diverged, or it is a trial of
   * a search whose steps are done for now. Only sent {@link OfRun}.
   *
   * @param how in words
   */
  record Ended(String how) implements TrainingEvent {}
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.DivergedException;
import java.util.List;
import java.util.stream.Stream;

/** A diverged fit, with its last good state. */
public final class DivergedFitException extends DivergedException {
  private static final long serialVersionUID = 1;

  private final transient List<TrainingSnapshot> lastGood;

  /**
   * A fit of one network.
   *
   * @param message what happened
   * @param lastGood the state before the call of the program in which it happened
   */
  public DivergedFitException(String message, TrainingSnapshot lastGood) {
    this(message, List.of(lastGood));
  }

  private DivergedFitException(String message, List<TrainingSnapshot> lastGood) {
    super(message);
    this.lastGood = lastGood;
  }

  /**
   * The same in an ensemble.
   *
   * @param member that it happened to, from 0
   * @param states of the first members up to the last that has begun
   */
  DivergedFitException ofMember(int member, int members, List<TrainingSnapshot> states) {
    DivergedFitException more =
        new DivergedFitException(
            "member %s of %s: %s".formatted(member + 1, members, getMessage()), states);
    more.initCause(this);
    return more;
  }

  /** The same after networks that were trained before. */
  public DivergedFitException after(List<TrainingSnapshot> before) {
    DivergedFitException more =
        new DivergedFitException(
            String.valueOf(getMessage()),
            Stream.concat(before.stream(), lastGood.stream()).toList());
    more.initCause(this);
    return more;
  }

  /** The same, with a further sentence for the reader. */
  public DivergedFitException with(String sentence) {
    DivergedFitException more = new DivergedFitException(getMessage() + " " + sentence, lastGood);
    more.initCause(this);
    return more;
  }

  /**
   * The state before the call of the program in which it happened; of an ensemble, the states of
   * its first members up to the last that has begun: of those before it that have not, as at their
   * beginning.
   */
  public List<TrainingSnapshot> lastGood() {
    return lastGood;
  }
}

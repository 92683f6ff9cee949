// SPDX-License-Identifier: Apache-2.0
package io.otd.train.network;

import io.otd.core.trained.TrainingSnapshot;
import java.util.List;

/** The loss or a parameter became NaN or infinite. The last good state is kept. */
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<TrainingSnapshot> lastGood;

  DivergedException(String message, TrainingSnapshot lastGood) {
    this(message, List.of(lastGood));
  }

  private DivergedException(String message, List<TrainingSnapshot> lastGood) {
    super(message);
    this.lastGood = lastGood;
  }

  /**
   * The same in an ensemble.
   *
   * @param member that it happened to, from 0
   * @param members of the ensemble
   * @param states of all that have begun, this one's included
   */
  DivergedException ofMember(int member, int members, List<TrainingSnapshot> states) {
    DivergedException more =
        new DivergedException(
            "member %d of %d: %s".formatted(member + 1, members, getMessage()), states);
    more.initCause(this);
    return more;
  }

  /** The same, with a further sentence for the reader. */
  public DivergedException with(String sentence) {
    DivergedException more = new DivergedException(getMessage() + " " + sentence, lastGood);
    more.initCause(this);
    return more;
  }

  /**
   * The state before the call of the program in which it happened; of an ensemble, the states of
   * its first members up to the last that has begun.
   */
  public List<TrainingSnapshot> lastGood() {
    return lastGood;
  }
}

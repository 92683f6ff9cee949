package io.otd.train.training;

import io.otd.core.trained.TrainingSnapshot;

/** The loss or a parameter became NaN or infinite. The last good state is kept. */
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient TrainingSnapshot lastGood;

  DivergedException(String message, TrainingSnapshot lastGood) {
    super(message);
    this.lastGood = lastGood;
  }

  /** The same, with a further sentence for the reader. */
  public DivergedException with(String sentence) {
    DivergedException more = new DivergedException(getMessage() + " " + sentence, lastGood);
    more.initCause(this);
    return more;
  }

  /** The state before the call of the program in which it happened. */
  public TrainingSnapshot lastGood() {
    return lastGood;
  }
}

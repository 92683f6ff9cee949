package io.otd.train.training;

import io.otd.core.trained.TrainingSnapshot;
import java.util.List;
import java.util.stream.Stream;

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

  /** The same in an ensemble, some of whose members had come to their end. */
  DivergedException after(List<TrainingSnapshot> done) {
    DivergedException more =
        new DivergedException(
            String.valueOf(getMessage()), Stream.concat(done.stream(), lastGood.stream()).toList());
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
   * The state before the call of the program in which it happened, after those of the members of an
   * ensemble that had come to their end.
   */
  public List<TrainingSnapshot> lastGood() {
    return lastGood;
  }
}

package io.otd.serve.batching;

import io.otd.serve.status.ServingException;
import java.util.Optional;

/** Who waits for an answer. */
@FunctionalInterface
public interface Caller {
  /** Waits as long as it takes. */
  Caller PATIENT = Optional::empty;

  /**
   * Why the answer is not wanted any more, if it is not: too late, or called off. Any thread may
   * ask.
   */
  Optional<ServingException> gone();
}

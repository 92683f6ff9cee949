// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.status.ServingException;
import java.time.Duration;
import java.util.Optional;

/** The caller that waits for an answer. */
@FunctionalInterface
public interface Caller {
  /** Waits without a limit. */
  Caller PATIENT = Optional::empty;

  /**
   * The reason why the answer is no longer needed, if so: too late, or cancelled. Any thread may
   * ask.
   */
  Optional<ServingException> gone();

  /** Time until it goes, if it will go by itself. */
  default Optional<Duration> patience() {
    return Optional.empty();
  }

  /**
   * Goes on only if the answer is still needed.
   *
   * @throws ServingException the reason why it is not
   */
  default void requireWaiting() {
    gone()
        .ifPresent(
            reason -> {
              throw reason;
            });
  }

  /**
   * Runs an action, on any thread, as soon as the caller goes; immediately if it has gone. A caller
   * that does not know when it goes does nothing: it is asked before the run.
   */
  default void whenGone(Runnable action) {}

  /**
   * The run that has just ended on the calling thread answers the caller.
   *
   * @param requests how many it answers
   * @param rows of all of them together; 1 for a request whose inputs have no rows in common
   */
  default void answered(int requests, long rows) {}
}

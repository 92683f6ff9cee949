// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.function.Function;

/** How long a run may take that might never end: as long as its caller waits, and not for ever. */
record RunTime(Caller caller, Duration longest) {
  /** For a caller that waits without a limit. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Of a run for a caller. */
  static RunTime of(Caller caller) {
    return of(caller, LONGEST);
  }

  /**
   * Of a run for a caller.
   *
   * @param longest for one that waits without a limit, or longer
   */
  static RunTime of(Caller caller, Duration longest) {
    return new RunTime(caller, longest);
  }

  /**
   * Runs something for no longer than that.
   *
   * @param run ends with DEADLINE_EXCEEDED after the time that it is given
   * @throws ServingException DEADLINE_EXCEEDED, or why the caller is gone, if it took longer
   */
  <T> T limit(Function<Duration, T> run) {
    Duration most = caller.patience().filter(p -> p.compareTo(longest) < 0).orElse(longest);
    try {
      return run.apply(most.isNegative() ? Duration.ZERO : most);
    } catch (ServingException e) {
      if (e.code() != StatusCode.DEADLINE_EXCEEDED) {
        throw e;
      }
      caller.requireWaiting();
      throw new ServingException(
          StatusCode.DEADLINE_EXCEEDED,
          "The run did not end within %s s".formatted(most.toMillis() / 1e3),
          e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import io.opentelemetry.api.common.Attributes;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import java.time.Duration;
import java.util.Optional;

/** The client of a request that has a span: the run that answers it becomes a span too. */
record TracedCaller(Caller caller, TracedRequest request, ThreadLocal<ModelRun> last)
    implements Caller {
  /**
   * Whose request the calling thread works on.
   *
   * @param caller that waits for it
   * @param last run of each thread of a batch
   */
  static Caller of(Caller caller, ThreadLocal<ModelRun> last) {
    TracedRequest request = TracedRequest.current();
    return request == null ? caller : new TracedCaller(caller, request, last);
  }

  @Override
  public Optional<ServingException> gone() {
    return caller.gone();
  }

  @Override
  public Optional<Duration> patience() {
    return caller.patience();
  }

  @Override
  public void whenGone(Runnable action) {
    caller.whenGone(action);
  }

  @Override
  public void answered(int requests, long rows) {
    ModelRun run = last.get();
    if (run != null) {
      request.session(
          run,
          Attributes.builder().put("otd.batch.requests", requests).put("otd.rows", rows).build());
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The client of a request: gone when its time is up or it has closed the connection.
 *
 * @param request that it sent
 * @param nanos the time, as {@link System#nanoTime} gives it
 */
record RequestCaller(ServiceRequestContext request, LongSupplier nanos) implements Caller {
  /**
   * Whose request the calling thread works on.
   *
   * @param nanos the time, as {@link System#nanoTime} gives it
   */
  static Caller current(LongSupplier nanos) {
    ServiceRequestContext request = ServiceRequestContext.currentOrNull();
    return request == null ? PATIENT : new RequestCaller(request, nanos);
  }

  @Override
  public Optional<ServingException> gone() {
    if (request.isTimedOut()) {
      return Optional.of(new ServingException(StatusCode.DEADLINE_EXCEEDED, "Deadline exceeded"));
    }
    return request.isCancelled()
        ? Optional.of(new ServingException(StatusCode.CANCELLED, "The request was cancelled"))
        : Optional.empty();
  }

  @Override
  public Optional<Duration> patience() {
    long millis = request.requestTimeoutMillis();
    if (millis == 0) {
      return Optional.empty();
    }
    long begun = request.log().partial().requestStartTimeNanos();
    return Optional.of(Duration.ofMillis(millis).minusNanos(nanos.getAsLong() - begun));
  }

  @Override
  public void whenGone(Runnable action) {
    CompletableFuture<?> unused = request.whenRequestCancelled().thenRun(action);
  }
}

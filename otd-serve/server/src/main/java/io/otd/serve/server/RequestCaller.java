// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The client of a request: gone when its time is up or it has closed the connection. */
final class RequestCaller implements Caller {
  private final ServiceRequestContext request;

  /**
   * The sender of a request.
   *
   * @param request that it sent
   */
  RequestCaller(ServiceRequestContext request) {
    this.request = request;
  }

  /** Whose request the calling thread works on. */
  static Caller current() {
    ServiceRequestContext request = ServiceRequestContext.currentOrNull();
    return request == null ? PATIENT : new RequestCaller(request);
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
  public void whenGone(Runnable action) {
    CompletableFuture<?> unused = request.whenRequestCancelled().thenRun(action);
  }
}

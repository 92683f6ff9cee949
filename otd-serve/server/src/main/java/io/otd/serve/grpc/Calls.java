// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.otd.core.internal.text.BriefText;
import io.otd.serve.internal.status.ServingException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers calls on threads that may block, and reports their outcome. */
final class Calls {
  /** The size of headers that every client accepts, as in TensorFlow Serving. */
  private static final int MESSAGE_LENGTH = 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

  private Calls() {}

  static <T> void answer(Executor executor, StreamObserver<T> to, Supplier<T> answer) {
    Runnable task = () -> answer(to, answer);
    ServiceRequestContext request = ServiceRequestContext.currentOrNull();
    try {
      executor.execute(request == null ? task : request.makeContextAware(task));
    } catch (RejectedExecutionException e) {
      to.onError(Status.UNAVAILABLE.withDescription("Too many requests wait.").asException());
    }
  }

  private static <T> void answer(StreamObserver<T> to, Supplier<T> answer) {
    if (to instanceof ServerCallStreamObserver<T> call && call.isCancelled()) {
      return; // The client has cancelled.
    }
    T reply;
    try {
      reply = answer.get();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      to.onError(failure(e));
      return;
    }
    ServiceRequestContext request = ServiceRequestContext.currentOrNull();
    if (request == null) {
      send(to, reply);
    } else {
      // On the event loop: one hand-over instead of one each for headers, message and trailers.
      request.eventLoop().execute(() -> send(to, reply));
    }
  }

  private static <T> void send(StreamObserver<T> to, T reply) {
    to.onNext(reply);
    to.onCompleted();
  }

  private static StatusRuntimeException failure(Throwable failure) {
    if (failure instanceof ServingException serving) {
      return Status.fromCodeValue(serving.code().number())
          .withDescription(BriefText.first(String.valueOf(serving.getMessage()), MESSAGE_LENGTH))
          .asRuntimeException();
    }
    if (failure instanceof OutOfMemoryError) {
      LOG.warn("no memory for a request", failure);
      return Status.RESOURCE_EXHAUSTED
          .withDescription("No memory for this request.")
          .asRuntimeException();
    }
    LOG.error("a request failed", failure);
    return Status.INTERNAL.withDescription("The server failed.").asRuntimeException();
  }
}

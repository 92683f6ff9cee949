// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request whose stages are spans. Times are those of {@link System#nanoTime}, put on the clock by
 * when the request began.
 *
 * <p>One thread at a time works on a request; what it leaves is seen by the next, as the queues
 * between them order it.
 */
final class TracedRequest {
  private static final AttributeKey<TracedRequest> KEY =
      AttributeKey.valueOf(TracedRequest.class, "TRACED");

  private final Tracer tracer;
  private final Context server;
  private final long clockNanos;
  private final long startNanos;

  /** When a thread took it; when its first run began and its last one ended; 0 before. */
  private long begun;

  private long firstRun;
  private long lastRun;

  /** While it waits to be joined with others. */
  private volatile @Nullable Context batch;

  /**
   * A request.
   *
   * @param tracer makes its spans
   * @param span of it as a whole
   * @param clockNanos when it began, since 1970
   * @param startNanos the same by {@link System#nanoTime}
   */
  TracedRequest(Tracer tracer, Span span, long clockNanos, long startNanos) {
    this.tracer = tracer;
    this.server = Context.root().with(span);
    this.clockNanos = clockNanos;
    this.startNanos = startNanos;
  }

  void attach(ServiceRequestContext context) {
    context.setAttr(KEY, this);
  }

  /** The one of a context, if it has any. */
  static @Nullable TracedRequest of(@Nullable RequestContext context) {
    return context == null ? null : context.attr(KEY);
  }

  /** The one that the calling thread works on, if there is any. */
  static @Nullable TracedRequest current() {
    return of(ServiceRequestContext.currentOrNull());
  }

  /** A time on the clock, in ns since 1970. */
  long at(long nanos) {
    return clockNanos + (nanos - startNanos);
  }

  /** A thread takes it. */
  void taken(long queued, long now) {
    begun = now;
    stage("queue", server, queued, now, Attributes.empty(), null);
  }

  /** The thread is done with it. Requests without a model have no more stages. */
  void done(long now) {
    if (lastRun != 0) {
      stage("encode", server, lastRun, now, Attributes.empty(), null);
    }
  }

  /** A run is about to begin: the first one ends the reading of the request. */
  void runs(long now) {
    if (firstRun == 0) {
      firstRun = now;
      stage("decode", server, begun, now, Attributes.empty(), null);
    }
  }

  /** A run has ended. */
  void ran(long now) {
    lastRun = now;
  }

  /**
   * A span while it waits to be joined and until it is answered; the runs within are its children.
   */
  Span joins(long now) {
    Span span =
        tracer
            .spanBuilder("batch")
            .setParent(server)
            .setStartTimestamp(at(now), TimeUnit.NANOSECONDS)
            .startSpan();
    batch = server.with(span);
    return span;
  }

  /** It has been answered, or rejected. */
  void joined(Span span, long now) {
    batch = null;
    span.end(at(now), TimeUnit.NANOSECONDS);
  }

  /** A run of a model that answers it, and possibly others. */
  void session(ModelRun run, Attributes attributes) {
    Context within = batch;
    stage(
        "session",
        within == null ? server : within,
        run.from(),
        run.to(),
        attributes,
        run.failure());
  }

  private void stage(
      String name,
      Context parent,
      long from,
      long to,
      Attributes attributes,
      @Nullable Throwable failure) {
    Span span =
        tracer
            .spanBuilder(name)
            .setParent(parent)
            .setStartTimestamp(at(from), TimeUnit.NANOSECONDS)
            .setAllAttributes(attributes)
            .startSpan();
    if (failure != null) {
      span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
    }
    span.end(at(to), TimeUnit.NANOSECONDS);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.ContextHolder;
import com.linecorp.armeria.common.FilteredHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the total bytes, as sent, of all requests that are not answered, or still run, and those
 * of their replies: each one has its own limit, but many at a time would fill the memory. The
 * request whose next bytes exceed the bound is rejected, and its bytes are released; so is one
 * whose reply does not fit beside those of others.
 */
final class PendingBytes {
  /** Calls of gRPC's own services, which may stay open as long as their client keeps them open. */
  private static final String OWN = "/grpc.";

  /** They are questions of a name or two. */
  private static final int OWN_MOST = 64 << 10;

  private static final AttributeKey<Counted> COUNTED =
      AttributeKey.valueOf(PendingBytes.class, "COUNTED");

  private final long most;
  private final AtomicLong pending = new AtomicLong();
  private final AtomicLong replies = new AtomicLong();

  /**
   * Counts from nothing.
   *
   * @param most bytes, at least 1
   */
  PendingBytes(long most) {
    this.most = most;
  }

  /** Bytes of requests at this moment. */
  long now() {
    return pending.get();
  }

  /** Bytes of replies at this moment. */
  long ofReplies() {
    return replies.get();
  }

  /**
   * Reserves bytes for the reply to the request of the calling thread, until it is answered; those
   * that it had before are among them. A single reply always fits: it has a limit of its own.
   *
   * @throws ServingException UNAVAILABLE, if they do not fit beside those of other replies
   */
  void reserve(long bytes) {
    ServiceRequestContext ctx = ServiceRequestContext.currentOrNull();
    Counted request = ctx == null ? null : ctx.attr(COUNTED);
    if (request != null) {
      request.reserve(bytes);
    }
  }

  /** Counts the bytes received by a server. */
  void bound(ServerBuilder server) {
    server.decorator(
        (delegate, ctx, request) -> {
          if (ctx.path().startsWith(OWN)) {
            ctx.setMaxRequestLength(OWN_MOST);
            return delegate.serve(ctx, request);
          }
          // The context keeps the original request: a replacement would lose the path as it was
          // sent.
          if (request instanceof AwaitedBody body && !fits(request.headers().contentLength())) {
            body.refuse(tooMany());
          }
          Counted counted = new Counted(ctx, request);
          ctx.setAttr(COUNTED, counted);
          return delegate.serve(ctx, counted);
        });
  }

  private boolean fits(long more) {
    return pending.get() + Math.max(0, more) <= most;
  }

  private ServingException tooMany() {
    return new ServingException(
        StatusCode.UNAVAILABLE,
        "The server has too many bytes of requests waiting (%s at most)".formatted(most));
  }

  /**
   * An executor whose tasks keep their requests pending until they end: a run may end later than
   * the client waits.
   *
   * @param executor receives tasks that know their request
   */
  Executor until(Executor executor) {
    return task -> {
      RequestContext ctx = task instanceof ContextHolder holder ? holder.context() : null;
      Counted request = ctx == null ? null : ctx.attr(COUNTED);
      if (ctx == null || request == null) {
        executor.execute(task);
        return;
      }
      request.hold();
      try {
        executor.execute(new PendingTask(ctx, request, task));
      } catch (RejectedExecutionException e) {
        request.release();
        throw e;
      }
    };
  }

  /** A task that keeps its request pending; what it runs knows the request itself. */
  private record PendingTask(RequestContext context, Counted request, Runnable task)
      implements Runnable, ContextHolder {
    @Override
    public void run() {
      request.during(task);
    }
  }

  /**
   * Counts the received bytes of a request until it is answered or has ended otherwise, and nothing
   * works on it any more. Parts arrive one after the other, on its event loop.
   */
  private final class Counted extends FilteredHttpRequest {
    private final ServiceRequestContext ctx;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong reply = new AtomicLong();
    private final AtomicInteger holders = new AtomicInteger();
    private boolean begun;

    Counted(ServiceRequestContext ctx, HttpRequest request) {
      super(request, true);
      this.ctx = ctx;
    }

    @Override
    protected HttpObject filter(HttpObject part) {
      if (part instanceof HttpData data && !take(data.length())) {
        data.close();
        forget();
        WatchedConnection.endAfter(ctx);
        throw tooMany();
      }
      return part;
    }

    private boolean take(int more) {
      if (!begun) {
        begun = true;
        hold();
        CompletableFuture<?> unused = ctx.log().whenComplete().thenRun(this::release);
      }
      bytes.addAndGet(more);
      return pending.addAndGet(more) <= most;
    }

    void reserve(long all) {
      long more = all - reply.get();
      if (more <= 0) {
        return;
      }
      long mine = reply.addAndGet(more);
      long together = replies.addAndGet(more);
      if (together > most && together > mine) {
        replies.addAndGet(-reply.getAndSet(0));
        throw new ServingException(
            StatusCode.UNAVAILABLE,
            "The server makes too many large replies at this moment (%s bytes at most)"
                .formatted(most));
      }
    }

    void hold() {
      holders.incrementAndGet();
    }

    void release() {
      if (holders.decrementAndGet() == 0) {
        forget();
      }
    }

    private void forget() {
      pending.addAndGet(-bytes.getAndSet(0));
      replies.addAndGet(-reply.getAndSet(0));
    }

    /** Runs a task for which it is held. */
    void during(Runnable task) {
      try {
        task.run();
      } finally {
        release();
      }
    }
  }
}

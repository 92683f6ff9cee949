package io.otd.serve.server;

import com.linecorp.armeria.common.FilteredHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.status.ServingException;
import io.otd.serve.status.StatusCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of all requests together that are not answered yet: each by itself may be as
 * large as it likes below its own limit, many at a time would fill the memory. The request whose
 * bytes are too many is refused; what has come before goes on.
 */
final class PendingBytes {
  private final long most;
  private final AtomicLong pending = new AtomicLong();

  /**
   * Counts from nothing.
   *
   * @param most bytes, at least 1
   */
  PendingBytes(long most) {
    this.most = most;
  }

  /** Bytes at this moment. */
  long now() {
    return pending.get();
  }

  /** Counts what comes in at a server too. */
  void bound(ServerBuilder server) {
    server.decorator(
        (delegate, ctx, request) -> {
          HttpRequest counted = new Counted(ctx, request);
          ctx.updateRequest(counted);
          return delegate.serve(ctx, counted);
        });
  }

  /** What has come of a request: until it is answered, or has ended otherwise. */
  private final class Counted extends FilteredHttpRequest {
    private final ServiceRequestContext ctx;
    private long bytes;

    Counted(ServiceRequestContext ctx, HttpRequest request) {
      super(request);
      this.ctx = ctx;
    }

    /** One after the other, on the event loop of the request. */
    @Override
    protected HttpObject filter(HttpObject part) {
      if (part instanceof HttpData data) {
        take(data.length());
      }
      return part;
    }

    private void take(int more) {
      if (bytes == 0) {
        CompletableFuture<?> unused = ctx.log().whenComplete().thenRun(this::release);
      }
      bytes += more;
      if (pending.addAndGet(more) > most) {
        WatchedConnection.endAfter(ctx);
        throw new ServingException(
            StatusCode.UNAVAILABLE,
            "The server has too many bytes of requests waiting (%d at most)".formatted(most));
      }
    }

    private void release() {
      pending.addAndGet(-bytes);
    }
  }
}

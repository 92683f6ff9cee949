package io.otd.serve.server;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;

/**
 * Bounds the time that clients take: to send a request once its head is there, to take the answer
 * once it has begun, and to begin a request on a connection. The time between, in which the server
 * works, is not theirs.
 *
 * @param limits for them
 */
record SlowClients(ClientLimits limits) {
  /** Calls whose answers come when something happens. */
  private static final String STREAMS = "/grpc.";

  void bound(ServerBuilder server) {
    server
        .idleTimeoutMillis(0) // For it any byte would count, also one of a head that never ends.
        .childChannelPipelineCustomizer(
            pipeline -> pipeline.addFirst(new WatchedConnection(limits.idle())))
        .decorator(
            (delegate, ctx, request) -> {
              begin(ctx, request);
              return delegate.serve(ctx, request);
            });
  }

  private void begin(ServiceRequestContext ctx, HttpRequest request) {
    Channel channel = ctx.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    WatchedConnection connection =
        channel == null ? null : channel.pipeline().get(WatchedConnection.class);
    if (channel == null || connection == null) {
      return;
    }
    connection.begin();
    CompletableFuture<?> ended =
        ctx.log().whenComplete().thenRun(() -> channel.eventLoop().execute(connection::end));
    TransferLimit.start(
        limits.transfer(),
        channel.eventLoop(),
        connection::received,
        request.whenComplete(),
        () -> endEarly(ctx, connection));
    if (!ctx.path().startsWith(STREAMS)) {
      CompletableFuture<?> unused =
          ctx.log()
              .whenAvailable(RequestLogProperty.RESPONSE_HEADERS)
              .thenRun(
                  () ->
                      TransferLimit.start(
                          limits.transfer(),
                          channel.eventLoop(),
                          connection::sent,
                          ended,
                          connection::cut));
    }
  }

  /** Answers before the request is there. Without streams, what is still to come is in the way. */
  private static void endEarly(ServiceRequestContext ctx, WatchedConnection connection) {
    if (!ctx.sessionProtocol().isMultiplex()) {
      CompletableFuture<?> unused = ctx.log().whenComplete().thenRun(connection::cut);
    }
    ctx.timeoutNow();
  }
}

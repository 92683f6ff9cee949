// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which no request begins in time, and stops reading from one whose client
 * does not read its answers, or has sent too many requests. All of it on the connection's event
 * loop.
 */
final class WatchedConnection extends ChannelDuplexHandler {
  private final Duration idle;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> closing;
  private int requests;
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();

  WatchedConnection(Duration idle) {
    this.idle = idle;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    await(ctx);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    cancel();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    cancel();
    super.channelInactive(ctx);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (message instanceof ByteBuf bytes) {
      received.addAndGet(bytes.readableBytes());
    }
    super.channelRead(ctx, message);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof ByteBuf bytes) {
      sent.addAndGet(bytes.readableBytes());
    }
    super.write(ctx, message, promise);
  }

  /** The connection of a request; empty if it is not observed. */
  static @Nullable WatchedConnection of(ServiceRequestContext ctx) {
    Channel channel = ctx.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    return channel == null ? null : channel.pipeline().get(WatchedConnection.class);
  }

  /**
   * Ends the connection of a request that is answered before it is complete: without streams, its
   * remaining bytes would precede the next request.
   */
  static void endAfter(ServiceRequestContext ctx) {
    WatchedConnection connection = of(ctx);
    if (connection != null && !ctx.sessionProtocol().isMultiplex()) {
      CompletableFuture<?> unused = ctx.log().whenComplete().thenRun(connection::cut);
    }
  }

  /** Received bytes. */
  long received() {
    return received.get();
  }

  /** Bytes that are on their way to the client, or there. */
  long sent() {
    return sent.get();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
    listen(ctx);
    super.channelWritabilityChanged(ctx);
  }

  /**
   * Reads on, or not. HTTP/2 has no more concurrent requests than the bound; with HTTP/1, all but
   * the last are complete, so they end without more being read.
   */
  private void listen(ChannelHandlerContext ctx) {
    ctx.channel()
        .config()
        .setAutoRead(ctx.channel().isWritable() && requests <= OtdServer.MAX_STREAMS);
  }

  /** A request has begun. */
  void begin() {
    requests++;
    cancel();
    if (requests > OtdServer.MAX_STREAMS && context != null) {
      listen(context);
    }
  }

  /** A request has ended, with the last byte of its answer. */
  void end() {
    requests--;
    if (requests == OtdServer.MAX_STREAMS && context != null) {
      listen(context);
    }
    if (requests == 0 && context != null && context.channel().isActive()) {
      await(context);
    }
  }

  /** Closes the connection at once, without waiting for those under way, as HTTP/2 else does. */
  void cut() {
    if (context != null) {
      ChannelFuture unused = context.close();
    }
  }

  private void await(ChannelHandlerContext ctx) {
    Runnable close =
        () -> {
          ChannelFuture unused = ctx.channel().close();
        };
    closing = ctx.channel().eventLoop().schedule(close, idle.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void cancel() {
    if (closing != null) {
      closing.cancel(false);
      closing = null;
    }
  }
}

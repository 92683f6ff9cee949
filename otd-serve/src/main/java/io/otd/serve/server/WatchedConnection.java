package io.otd.serve.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which no request begins in time, and takes nothing more from one whose
 * client does not take its answers. All of it on the connection's event loop.
 */
final class WatchedConnection extends ChannelInboundHandlerAdapter {
  private final Duration idle;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> closing;
  private int requests;

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
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
    ctx.channel().config().setAutoRead(ctx.channel().isWritable());
    super.channelWritabilityChanged(ctx);
  }

  /** A request has begun. */
  void begin() {
    requests++;
    cancel();
  }

  /** A request has ended, with the last byte of its answer. */
  void end() {
    requests--;
    if (requests == 0 && context != null && context.channel().isActive()) {
      await(context);
    }
  }

  /** Closes the connection, whatever is under way on it. */
  void close() {
    if (context != null) {
      ChannelFuture unused = context.channel().close();
    }
  }

  private void await(ChannelHandlerContext ctx) {
    closing =
        ctx.channel().eventLoop().schedule(this::close, idle.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void cancel() {
    if (closing != null) {
      closing.cancel(false);
      closing = null;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.otd.serve.internal.status.ServingException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which no request begins in time, and stops reading from one whose client
 * does not read its answers, or has sent too many requests. Ends it with the answer to its last
 * request when the server stops. All of it on the connection's event loop.
 */
final class WatchedConnection extends ChannelDuplexHandler {
  /** Calls whose answers wait for events: nothing waits for their end. */
  private static final String STREAMS = "/grpc.";

  /** The time in which clients hear that the server takes no new requests over HTTP/2. */
  static final Duration NOTICE = Duration.ofMillis(100);

  /** A client that sends one request after the other hears in a reply that it is the last. */
  private static final long PAUSE_MILLIS = 200;

  /** Rest of a request that is not read any more. */
  private static final long LINGERING_SECONDS = 2;

  /** Output above which a client has to read before it is read; Armeria sets no bound. */
  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 256 << 10);

  private final Duration idle;
  private final OpenConnections open;
  private final RequestHeads heads;
  private final WithheldContinue waiting = new WithheldContinue(this::isIdle);
  private @Nullable ChannelHandlerContext context;
  private @Nullable ScheduledFuture<?> closing;
  private @Nullable ServiceRequestContext latest;
  private @Nullable ServiceRequestContext ending;
  private final Set<ServiceRequestContext> running =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private int streams;
  private boolean draining;
  private boolean lingering;
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();

  /**
   * Watches a connection.
   *
   * @param idle how long it may be open without a request
   * @param open the connections of the server
   */
  WatchedConnection(Duration idle, OpenConnections open, RequestHeads heads) {
    this.idle = idle;
    this.open = open;
    this.heads = heads;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    ctx.channel().config().setWriteBufferWaterMark(UNREAD);
    await(ctx, idle.toMillis());
    open.add(this);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    cancel();
    open.remove(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    cancel();
    open.remove(this);
    super.channelInactive(ctx);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (lingering) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (message instanceof ByteBuf bytes) {
      received.addAndGet(bytes.readableBytes());
    }
    super.channelRead(ctx, message);
    if (!listens(ctx)) {
      listen(ctx); // At once: the channel's own call comes after some more reads.
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof ByteBuf bytes) {
      sent.addAndGet(bytes.readableBytes());
    }
    super.write(ctx, message, promise);
  }

  /**
   * Closes the connection. If the rest of a request is still to come, the output ends at once, and
   * the rest is dropped for a while: if nobody read it, the client's system would drop the reply.
   */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) throws Exception {
    if (!lingering && isReceiving() && ctx.channel() instanceof DuplexChannel channel) {
      linger(ctx, channel);
    }
    if (lingering) {
      ctx.channel().closeFuture().addListener(closed -> promise.trySuccess());
    } else {
      super.close(ctx, promise);
    }
  }

  private void linger(ChannelHandlerContext ctx, DuplexChannel channel) {
    lingering = true;
    open.remove(this);
    ChannelFuture unused = channel.shutdownOutput();
    channel.config().setAutoRead(true);
    ScheduledFuture<?> last =
        ctx.executor().schedule(this::cut, LINGERING_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(closed -> last.cancel(false));
  }

  /** The end of the output is our own doing; Armeria would warn of it. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (!(event instanceof ChannelOutputShutdownEvent)) {
      super.userEventTriggered(ctx, event);
    }
  }

  /** Whether more of the latest request can come, without streams. */
  private boolean isReceiving() {
    ServiceRequestContext request = latest;
    if (request == null || request.sessionProtocol().isMultiplex()) {
      return false;
    }
    CompletableFuture<Void> whole = request.request().whenComplete();
    return !whole.isDone() || whole.isCompletedExceptionally();
  }

  /** The connection of a request; empty if it is not observed. */
  static @Nullable WatchedConnection of(ServiceRequestContext ctx) {
    Channel channel = ctx.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    return channel == null ? null : channel.pipeline().get(WatchedConnection.class);
  }

  /** Whether a request may stay open as long as its client keeps it open. */
  static boolean isStream(ServiceRequestContext ctx) {
    return ctx.path().startsWith(STREAMS);
  }

  /**
   * Ends the connection of a request that is answered before it is complete: without streams, its
   * remaining bytes would precede the next request.
   */
  static void endAfter(ServiceRequestContext ctx) {
    WatchedConnection connection = of(ctx);
    if (connection != null && !ctx.sessionProtocol().isMultiplex()) {
      CompletableFuture<?> unused = ctx.log().whenComplete().thenRun(connection::finish);
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
   * Reads on, or not. Of HTTP/2, Netty refuses requests above the bound, also before the client has
   * acknowledged it; with HTTP/1, all but the last are complete, so they end without more being
   * read.
   */
  private void listen(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(listens(ctx));
  }

  private boolean listens(ChannelHandlerContext ctx) {
    return lingering || (ctx.channel().isWritable() && running.size() <= OtdServer.MAX_STREAMS);
  }

  /**
   * Asks for more bytes. Netty does so of HTTP/2 even where reading is switched off, as windows
   * bound what a client has to take; but they bound bodies only, not the answers to other frames.
   */
  @Override
  public void read(ChannelHandlerContext ctx) throws Exception {
    if (listens(ctx)) {
      super.read(ctx);
    } else {
      listen(ctx); // So that reading on is a change, whoever has switched it on meanwhile.
    }
  }

  /**
   * A request has begun.
   *
   * @return false if it is not to be answered: the connection ends with an earlier one
   */
  boolean begin(ServiceRequestContext request) {
    if (ending != null) {
      return false;
    }
    latest = request;
    running.add(request);
    streams += isStream(request) ? 1 : 0;
    cancel();
    if (running.size() > OtdServer.MAX_STREAMS && context != null) {
      listen(context);
    }
    if (!request.sessionProtocol().isMultiplex()) {
      if (heads.begin(isChunked(request))) {
        endWith(request);
      } else if (draining || open.leaving()) {
        last(request);
      }
    }
    return true;
  }

  private boolean isIdle() {
    return running.isEmpty();
  }

  /** Asks a client that waits with the body of its request to send it. */
  WithheldContinue waiting() {
    return waiting;
  }

  /** Ends the connection with the reply to a request over HTTP/1, which says so. */
  void endWith(ServiceRequestContext request) {
    ending = request;
    last(request);
  }

  /** The transfer coding of the request that has begun last, if the server does not know it. */
  Optional<String> unknownCoding() {
    return heads.unknownCoding();
  }

  private static boolean isChunked(ServiceRequestContext request) {
    return !request.request().isEmpty()
        && !request.request().headers().contains(HttpHeaderNames.CONTENT_LENGTH);
  }

  /** A request has ended, with the last byte of its answer. */
  void end(ServiceRequestContext request) {
    running.remove(request);
    streams -= isStream(request) ? 1 : 0;
    if (running.size() == OtdServer.MAX_STREAMS && context != null) {
      listen(context);
    }
    if (running.isEmpty() && context != null && context.channel().isActive()) {
      if (isReceiving()) {
        heads.lose();
      }
      heads.next();
      // Of a reply on its way when the server began to stop, the client has not heard that.
      await(context, draining ? PAUSE_MILLIS : idle.toMillis());
    }
    if (request.equals(ending)) {
      finish();
    }
    if (draining) {
      settle();
    }
  }

  /** The reply to a request says that the connection ends with it. */
  private static void last(ServiceRequestContext request) {
    CompletableFuture<?> unused = request.initiateConnectionShutdown();
  }

  /** Ends the connection with the answers to the requests under way. From any thread. */
  void drain() {
    ChannelHandlerContext here = context;
    if (here != null) {
      here.executor().execute(() -> drain(here));
    }
  }

  private void drain(ChannelHandlerContext here) {
    draining = true;
    ServiceRequestContext request = latest;
    if (here.pipeline().get(Http2ConnectionHandler.class) != null) {
      finish(); // GOAWAY, then the end of all streams
    } else if (!running.isEmpty() && request != null) {
      last(request);
    } else {
      long quiet = closing == null ? 0 : idle.toMillis() - closing.getDelay(TimeUnit.MILLISECONDS);
      cancel();
      await(here, request == null ? 0 : Math.max(0, PAUSE_MILLIS - quiet));
    }
    ScheduledFuture<?> unused =
        here.executor().schedule(this::settle, 2 * NOTICE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Nobody waits for the end of a connection that only streams use. */
  private void settle() {
    if (streams > 0 && running.size() == streams) {
      open.remove(this);
    }
  }

  /** Refuses the requests under way: their time is over. From any thread. */
  void refuse(ServingException why) {
    ChannelHandlerContext here = context;
    if (here != null) {
      here.executor().execute(() -> List.copyOf(running).forEach(request -> request.cancel(why)));
    }
  }

  /** Closes the connection at once, without waiting for those under way, as HTTP/2 else does. */
  void cut() {
    if (context != null) {
      ChannelFuture unused = context.close();
    }
  }

  /** Closes the connection in the way of its protocol. */
  private void finish() {
    if (context != null) {
      ChannelFuture unused = context.channel().close();
    }
  }

  private void await(ChannelHandlerContext ctx, long millis) {
    Runnable close =
        () -> {
          latest = null; // Nothing more of it will come.
          finish();
        };
    closing = ctx.executor().schedule(close, millis, TimeUnit.MILLISECONDS);
  }

  private void cancel() {
    if (closing != null) {
      closing.cancel(false);
      closing = null;
    }
  }
}

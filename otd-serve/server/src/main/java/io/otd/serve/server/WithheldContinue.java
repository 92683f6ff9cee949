// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Withholds {@code 100 Continue} from a client over HTTP/1 that waits with the body of its request,
 * until the server reads the body. A reply that comes first, such as a refusal, is sent instead.
 *
 * @implNote Armeria writes it as soon as it has read the head, before anything may refuse the
 *     request. All of it on the connection's event loop.
 */
final class WithheldContinue extends ChannelOutboundHandlerAdapter {
  private static final String BEGIN = "HTTP/1.1 100 ";

  private final BooleanSupplier between;
  private @Nullable ChannelHandlerContext context;
  private @Nullable ByteBuf withheld;

  /**
   * Of one connection.
   *
   * @param between whether none of its requests is under way. A client that sends more of them
   *     without waiting for the replies does not wait with a body either
   */
  WithheldContinue(BooleanSupplier between) {
    this.between = between;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    drop();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof ByteBuf bytes && bytes.isReadable()) {
      drop(); // Whatever follows is the reply.
      if (between.getAsBoolean() && begins(bytes)) {
        withheld = bytes;
        promise.trySuccess();
        return;
      }
    }
    super.write(ctx, message, promise);
  }

  private static boolean begins(ByteBuf bytes) {
    return bytes.readableBytes() > BEGIN.length()
        && bytes
            .toString(bytes.readerIndex(), BEGIN.length(), StandardCharsets.US_ASCII)
            .equals(BEGIN);
  }

  /** Whether a client waits until its body is asked for. */
  boolean isWithheld() {
    return withheld != null;
  }

  /** Asks the client for the body that it waits with, if it does. */
  void send() {
    ByteBuf bytes = withheld;
    if (bytes != null && context != null) {
      withheld = null;
      ChannelFuture unused = context.writeAndFlush(bytes);
    }
  }

  private void drop() {
    ReferenceCountUtil.release(withheld);
    withheld = null;
  }
}

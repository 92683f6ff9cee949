// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads along the heads of requests over HTTP/1, and finds those that give the length of their body
 * in two ways, by Transfer-Encoding and Content-Length. Others on the way may have taken the length
 * that the server ignores, so the connection must end with such a request (RFC 9112, 6.1).
 *
 * @implNote Netty's decoder removes the second header, and nothing later can tell.
 */
final class RequestHeads extends ChannelInboundHandlerAdapter {
  private static final String CODING = "transfer-encoding";
  private static final String LENGTH = "content-length";

  private final byte[] line = new byte[CODING.length() + 1];
  private int size;
  private boolean begun;
  private boolean reading = true;
  private boolean coded;
  private boolean measured;
  private long whole;
  private long requests;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (reading && message instanceof ByteBuf bytes) {
      int unused = bytes.forEachByte(this::follow);
    }
    super.channelRead(ctx, message);
  }

  /** Takes the next byte; false at the end of a head. */
  private boolean follow(byte next) {
    if (next != '\n') {
      if (next != '\r' && size < line.length) {
        line[size++] = next;
      }
      return true;
    }
    if (size > 0) {
      String name = new String(line, 0, size, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
      coded |= name.startsWith(CODING);
      measured |= name.startsWith(LENGTH);
      begun = true;
    } else if (begun) {
      reading = false;
      whole++;
    }
    size = 0;
    return reading;
  }

  /**
   * A request has begun.
   *
   * @param chunked whether its body has no length
   * @return whether the connection must end with it; also if its head was not read along, because
   *     the client did not wait for the previous reply, and it may be such a one
   */
  boolean begin(boolean chunked) {
    requests++;
    return requests == whole ? coded && measured : chunked;
  }

  /** The last request has ended, and the next bytes are the head of another. */
  void next() {
    reading = true;
    begun = false;
    coded = false;
    measured = false;
    size = 0;
  }

  /** What comes next is not known: no head counts as read any more. */
  void lose() {
    whole = Long.MIN_VALUE;
  }
}

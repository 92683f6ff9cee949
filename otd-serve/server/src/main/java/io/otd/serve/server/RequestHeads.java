// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads along the heads of requests over HTTP/1, and finds those with which the connection must
 * end. Some have a transfer coding before the chunks that the server does not know. Clients of
 * HTTP/1.0 expect the end, or a header that nothing here writes.
 *
 * @implNote Armeria removes the coding and the version: nothing later can tell. A body whose length
 *     is not certain, by two headers or by a last coding other than chunks, is refused by Netty's
 *     decoder (RFC 9112, 6.3).
 */
final class RequestHeads extends ChannelInboundHandlerAdapter {
  private static final String CODING = "transfer-encoding:";

  private static final String CHUNKED = "chunked";

  /** The end of a request line, HTTP/1.0, in eight bytes. */
  private static final long OLD = 0x485454502f312e30L;

  /** Enough for a coding; what is longer is not known. */
  private static final int BEGIN = 64;

  private final byte[] line = new byte[BEGIN];

  private int length;

  /** The last bytes of the request line. */
  private long last;

  private boolean begun;
  private boolean reading = true;
  private boolean coded;
  private @Nullable String unknown;
  private boolean old;
  private boolean dropping;
  private long whole;
  private long requests;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (dropping) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (reading && message instanceof ByteBuf bytes) {
      int end = bytes.forEachByte(this::follow);
      if (end >= 0 && unknown != null) {
        dropping = true; // The rest would be taken for other requests.
        bytes.writerIndex(end + 1);
      }
    }
    super.channelRead(ctx, message);
  }

  /** Takes the next byte; false at the end of a head. */
  private boolean follow(byte next) {
    if (next != '\n') {
      if (next != '\r') {
        if (length < line.length) {
          line[length] = next;
        }
        length++;
        if (!begun) {
          last = last << Byte.SIZE | (next & 0xff);
        }
      }
      return true;
    }
    if (length > 0) {
      if (begun) {
        header();
      } else {
        old = last == OLD;
      }
      begun = true;
    } else if (begun) {
      reading = false;
      whole++;
    }
    length = 0;
    return reading;
  }

  private void header() {
    switch (line[0]) {
      case 't', 'T' -> {
        String value = value(CODING);
        if (value != null) {
          unknown = !coded && value.equalsIgnoreCase(CHUNKED) ? unknown : value;
          coded = true;
        }
      }
      case ' ', '\t' -> unknown = coded ? "folded" : unknown; // Perhaps its value goes on.
      default -> {}
    }
  }

  /** Of a header; nothing if the line is of another one. */
  private @Nullable String value(String name) {
    String text = new String(line, 0, Math.min(length, line.length), StandardCharsets.ISO_8859_1);
    return text.regionMatches(true, 0, name, 0, name.length())
        ? text.substring(name.length()).strip()
        : null;
  }

  /** The transfer coding of the request that has begun last, if it is not known. */
  Optional<String> unknownCoding() {
    return Optional.ofNullable(unknown);
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
    return requests == whole ? old || unknown != null : chunked;
  }

  /** The last request has ended, and the next bytes are the head of another. */
  void next() {
    reading = true;
    begun = false;
    coded = false;
    unknown = null;
    old = false;
    length = 0;
  }

  /** What comes next is not known: no head counts as read any more. */
  void lose() {
    whole = Long.MIN_VALUE;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** Text from bytes. Unlike Java's own reader, it reports the position of invalid bytes. */
public final class TextDecoder extends Reader {
  private static final int BUFFER = 1 << 16;

  private final InputStream source;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER).flip();
  private long bytesBefore;
  private boolean sourceEnded;
  private boolean ended;

  /**
   * Starts at the beginning of a text.
   *
   * @param source its bytes
   * @param position of the next byte in the text, for messages
   */
  TextDecoder(InputStream source, long position, Charset charset) {
    this.source = source;
    this.bytesBefore = position;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** The first characters of what has not been read yet, at most 65536; they stay to be read. */
  public String head() throws IOException {
    chars.compact();
    boolean full = false;
    while (!full && !ended) {
      full = decode().isOverflow();
    }
    chars.flip();
    return chars.toString();
  }

  /**
   * Leaves out lines.
   *
   * @param lines how many, each up to its end: a line feed, a carriage return, or both
   */
  public void skip(int lines) throws IOException {
    for (int line = 0; line < lines; line++) {
      int c = next();
      while (c != '\n' && c != '\r' && c >= 0) {
        c = next();
      }
      if (c == '\r' && peek() == '\n') {
        next();
      }
    }
  }

  private int next() throws IOException {
    int c = peek();
    if (c >= 0) {
      chars.get();
    }
    return c;
  }

  private int peek() throws IOException {
    while (!chars.hasRemaining()) {
      if (ended) {
        return -1;
      }
      chars.clear();
      decode();
      chars.flip();
    }
    return chars.get(chars.position());
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (peek() < 0) {
      return -1;
    }
    int count = Math.min(length, chars.remaining());
    chars.get(buffer, offset, count);
    return count;
  }

  private CoderResult decode() throws IOException {
    CoderResult result = decoder.decode(bytes, chars, sourceEnded);
    if (result.isError()) {
      throw new MalformedTextException(
          bytesBefore + bytes.position(), bytes.get(bytes.position()), decoder.charset());
    }
    if (result.isUnderflow()) {
      if (sourceEnded) {
        ended = decoder.flush(chars).isUnderflow();
      } else {
        fill();
      }
    }
    return result;
  }

  private void fill() throws IOException {
    bytesBefore += bytes.position();
    bytes.compact();
    int read = source.read(bytes.array(), bytes.position(), bytes.remaining());
    if (read < 0) {
      sourceEnded = true;
    } else {
      bytes.position(bytes.position() + read);
    }
    bytes.flip();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}

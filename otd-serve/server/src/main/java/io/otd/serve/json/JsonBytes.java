// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.settings.NonFinite;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;

/** A growing array of bytes that JSON is written into. */
public final class JsonBytes {
  private static final int LARGEST = Integer.MAX_VALUE - 8;
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  private final NonFinite nonFinite;
  private byte[] bytes;
  private int size;

  /**
   * Empty.
   *
   * @param nonFinite how numbers that are not finite are written
   * @param expected how many bytes will probably be written
   */
  public JsonBytes(NonFinite nonFinite, long expected) {
    this.nonFinite = nonFinite;
    bytes = new byte[(int) Math.min(LARGEST, Math.max(64, expected))];
  }

  /** What was written. */
  public byte[] toByteArray() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private void require(int more) {
    if (bytes.length - size < more) {
      if (LARGEST - size < more) {
        throw new ServingException(
            StatusCode.RESOURCE_EXHAUSTED, "A reply of more than %s bytes".formatted(LARGEST));
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(2L * size, size + more)));
    }
  }

  /** Writes text unescaped: ASCII. */
  public JsonBytes raw(String ascii) {
    return raw(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  /** Writes bytes unchanged: UTF-8. */
  public JsonBytes raw(byte[] text) {
    require(text.length);
    System.arraycopy(text, 0, bytes, size, text.length);
    size += text.length;
    return this;
  }

  /** Writes bytes that are not JSON, after it. */
  void raw(ByteBuffer other) {
    int more = other.remaining();
    require(more);
    other.get(bytes, size, more);
    size += more;
  }

  /** Number of bytes written. */
  int size() {
    return size;
  }

  /** Writes a character unescaped: ASCII. */
  public JsonBytes raw(char ascii) {
    require(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  /** Writes the shortest decimal that reads as this number. */
  public JsonBytes number(float value) {
    if (Float.isFinite(value)) {
      require(DecimalText.LONGEST);
      size = DecimalText.put(value, bytes, size);
    } else {
      raw(nonFinite.text(value));
    }
    return this;
  }

  /** Writes the shortest decimal that reads as this number. */
  public JsonBytes number(double value) {
    if (Double.isFinite(value)) {
      require(DecimalText.LONGEST);
      size = DecimalText.put(value, bytes, size);
    } else {
      raw(nonFinite.text(value));
    }
    return this;
  }

  /** Writes an integer. */
  public JsonBytes integer(long value) {
    require(DecimalText.LONGEST);
    size = DecimalText.put(value, bytes, size);
    return this;
  }

  void unsigned(long value) {
    if (value >= 0) {
      integer(value);
    } else {
      raw(Long.toUnsignedString(value));
    }
  }

  /** Writes a string, in quotes and escaped. */
  public JsonBytes string(String text) {
    return string(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a string; bytes that are not UTF-8 are written unchanged. */
  JsonBytes string(byte[] text) {
    // A byte becomes at most an escape of six characters.
    require((int) Math.min(LARGEST, 6L * text.length + 2));
    bytes[size++] = '"';
    for (byte c : text) {
      if (c == '"' || c == '\\') {
        bytes[size++] = '\\';
        bytes[size++] = c;
      } else if (c >= 0 && c < ' ') {
        control(c);
      } else {
        bytes[size++] = c;
      }
    }
    bytes[size++] = '"';
    return this;
  }

  private void control(byte c) {
    bytes[size++] = '\\';
    switch (c) {
      case '\b' -> bytes[size++] = 'b';
      case '\f' -> bytes[size++] = 'f';
      case '\n' -> bytes[size++] = 'n';
      case '\r' -> bytes[size++] = 'r';
      case '\t' -> bytes[size++] = 't';
      default -> {
        raw("u00").raw((char) HEX[c >> 4]).raw((char) HEX[c & 15]);
      }
    }
  }

  /** Writes the name of the next member of the object that is open. */
  public JsonBytes member(String name) {
    return next(", ").string(name).raw(": ");
  }

  /** Writes what separates an element from the one before it, if there is one. */
  private JsonBytes next(String separator) {
    byte last = bytes[size - 1];
    return last == '{' || last == '[' ? this : raw(separator);
  }

  /**
   * Writes a list.
   *
   * @param item writes one of its items
   */
  public <T> JsonBytes list(Iterable<? extends T> items, Consumer<? super T> item) {
    raw('[');
    for (T each : items) {
      next(", ");
      item.accept(each);
    }
    return raw(']');
  }

  /**
   * Writes a list, each item on a line of its own.
   *
   * @param indent spaces before an item, at least 1
   * @param item writes one of its items
   */
  public <T> JsonBytes lines(Iterable<? extends T> items, int indent, Consumer<? super T> item) {
    String line = "\n" + " ".repeat(indent);
    raw('[');
    boolean any = false;
    for (T each : items) {
      next(",").raw(line);
      item.accept(each);
      any = true;
    }
    return any ? raw(line.substring(0, indent)).raw(']') : raw(']');
  }

  void base64(byte[] blob) {
    raw("{\"b64\": \"").raw(Base64.getEncoder().encode(blob)).raw("\"}");
  }
}

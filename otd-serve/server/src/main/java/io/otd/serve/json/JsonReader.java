// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * Reads values of a body that a {@link JsonDocument} was made of: nothing is checked again. Its
 * position is at a value, or after one.
 */
public final class JsonReader {
  private static final int SHOWN = 256;

  /** The name that marks an object as bytes in base64. */
  private static final byte[] BASE64 = {'b', '6', '4'};

  private final byte[] bytes;
  private final JsonNumber number;
  private int position;

  /** A reader at a position that is a value's or before it. */
  JsonReader(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
    number = new JsonNumber(bytes);
  }

  /** Another reader at the same place. */
  JsonReader copy() {
    return new JsonReader(bytes, position);
  }

  private int peek() {
    int at = position;
    while (JsonGrammar.isSpace(bytes[at])) {
      at++;
    }
    position = at;
    return bytes[at];
  }

  /** The kind of the value here. */
  public JsonKind kind() {
    return switch (peek()) {
      case '{' -> JsonKind.OBJECT;
      case '[' -> JsonKind.ARRAY;
      case '"' -> JsonKind.STRING;
      case 't' -> JsonKind.TRUE;
      case 'f' -> JsonKind.FALSE;
      case 'n' -> JsonKind.NULL;
      default -> JsonKind.NUMBER;
    };
  }

  /** Enters a list if there is one here. */
  boolean openList() {
    return skipIf('[');
  }

  /** Enters an object or a list; returns false, and leaves it again, if it is empty. */
  public boolean open() {
    boolean object = peek() == '{';
    position++;
    return !skipIf(object ? '}' : ']');
  }

  /**
   * After a value: moves to the next one of its list; at the end, returns false and leaves the
   * list.
   */
  public boolean next() {
    boolean more = peek() == ',';
    position++;
    return more;
  }

  /**
   * Reads the members of the object here.
   *
   * @param member moves over the value of the member with that name
   */
  public void members(Consumer<String> member) {
    boolean more = open();
    while (more) {
      member.accept(name());
      more = next();
    }
  }

  /**
   * Reads the elements of the list here.
   *
   * @param element moves over the element
   */
  public void elements(Runnable element) {
    boolean more = open();
    while (more) {
      element.run();
      more = next();
    }
  }

  /**
   * Requires a condition on the value here.
   *
   * @param what the value is, possibly with a text before it
   * @throws ServingException INVALID_ARGUMENT, with the value, if the condition does not hold
   */
  public void require(boolean holds, String what, String expected) {
    if (!holds) {
      throw JsonDocument.invalid("%s: %s (expected: %s)".formatted(what, shown(), expected));
    }
  }

  /**
   * Reads a string.
   *
   * @param what it is
   * @throws ServingException INVALID_ARGUMENT, if the value here is none
   */
  public String text(String what) {
    require(kind() == JsonKind.STRING, what, "a text");
    return text();
  }

  /** Whether the list entered ends here; if so it is left. */
  boolean closeList() {
    return skipIf(']');
  }

  private boolean skipIf(int c) {
    boolean there = peek() == c;
    if (there) {
      position++;
    }
    return there;
  }

  /** Whether the string here is this one; nothing moves. */
  boolean isString(byte[] spelt) {
    peek();
    int end = stringEnd(position);
    if (Arrays.equals(bytes, position + 1, end - 1, spelt, 0, spelt.length)) {
      return true;
    }
    return hasEscape(position + 1, end - 1)
        && Arrays.equals(JsonString.unescaped(bytes, position + 1, end - 1), spelt);
  }

  /** Moves over a member's name to its value. */
  void skipName() {
    peek();
    position = stringEnd(position);
    peek();
    position++;
  }

  /** Reads a member's name and moves to its value. */
  public String name() {
    String name = text();
    peek();
    position++;
    return name;
  }

  /** Reads a string. */
  public String text() {
    return new String(string(), StandardCharsets.UTF_8);
  }

  /** Reads a string, as its bytes. */
  byte[] string() {
    peek();
    int from = position + 1;
    position = stringEnd(position);
    int to = position - 1;
    return hasEscape(from, to)
        ? JsonString.unescaped(bytes, from, to)
        : Arrays.copyOfRange(bytes, from, to);
  }

  private int stringEnd(int from) {
    int at = from + 1;
    while (bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private boolean hasEscape(int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == '\\') {
        return true;
      }
    }
    return false;
  }

  /** The number here, in an object that is used again for the next one; nothing moves. */
  public JsonNumber number() {
    peek();
    number.read(position);
    return number;
  }

  /** Moves over the number that was just looked at. */
  public void passNumber() {
    position = number.end();
  }

  /** Whether the value here is an object with nothing but a string named {@code b64}. */
  boolean isBase64() {
    if (peek() != '{') {
      return false;
    }
    JsonReader ahead = new JsonReader(bytes, position);
    if (!ahead.open() || !ahead.isString(BASE64)) {
      return false;
    }
    ahead.skipName();
    if (ahead.kind() != JsonKind.STRING) {
      return false;
    }
    ahead.skip();
    return !ahead.next();
  }

  /**
   * Reads an object for which {@link #isBase64} holds.
   *
   * @throws ServingException INVALID_ARGUMENT, if the string is not base64
   */
  byte[] base64() {
    open();
    skipName();
    byte[] text = string();
    next();
    try {
      return Base64.getDecoder().decode(JsonString.withoutSpace(text));
    } catch (IllegalArgumentException e) {
      throw new ServingException(StatusCode.INVALID_ARGUMENT, "Unable to base64 decode", e);
    }
  }

  /** Moves over a value. */
  public void skip() {
    BitSet objects = new BitSet();
    int depth = 0;
    do {
      switch (kind()) {
        case OBJECT, ARRAY -> objects.set(depth++, bytes[position++] == '{');
        case STRING -> position = stringEnd(position);
        case NUMBER -> position = number.read(position);
        case FALSE -> position += 5;
        case TRUE, NULL -> position += 4;
      }
      depth = skipEnds(depth);
      if (depth > 0 && objects.get(depth - 1)) {
        skipName();
      }
    } while (depth > 0);
  }

  /** Moves over closing brackets, and the comma after them. */
  private int skipEnds(int open) {
    int depth = open;
    while (depth > 0) {
      int c = peek();
      if (c == ']' || c == '}') {
        depth--;
        position++;
      } else {
        if (c == ',') {
          position++;
        }
        return depth;
      }
    }
    return depth;
  }

  /** An error that shows the value here, shortened. */
  ServingException refusal(String text) {
    return JsonDocument.invalid("JSON Value: " + shown() + " " + text);
  }

  /** The value here as it was sent, shortened; nothing moves. */
  public String shown() {
    peek();
    JsonReader ahead = new JsonReader(bytes, position);
    ahead.skip();
    int size = ahead.position - position;
    return size <= SHOWN
        ? new String(bytes, position, size, StandardCharsets.UTF_8)
        : new String(bytes, position, SHOWN, StandardCharsets.UTF_8) + "...";
  }
}

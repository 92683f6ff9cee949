// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Values one after another. Nothing is allocated for contents that exceed the remaining bytes.
 * Every error is an {@link IllegalArgumentException} that names what was to be read.
 */
final class BoundedBytes {
  private final ByteBuffer bytes;
  private String owner = "";

  /** Reads from the position of a buffer to its end. */
  BoundedBytes(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * Names the owner of the values that follow, for error messages; empty for the model itself.
   *
   * @implNote Names are concatenated only for an error: the first concatenation costs a JVM tens of
   *     milliseconds.
   */
  void of(String name) {
    owner = name;
  }

  private String named(String name) {
    return owner.isEmpty() ? name : name + " of " + owner;
  }

  int whole(String name) {
    require(name, Integer.BYTES);
    return bytes.getInt();
  }

  double real(String name) {
    require(name, Double.BYTES);
    return bytes.getDouble();
  }

  boolean flag(String name) {
    return choice(name, 2) == 1;
  }

  /**
   * The place of a variant.
   *
   * @param variants how many there are
   */
  int choice(String name, int variants) {
    require(name, 1);
    int value = Byte.toUnsignedInt(bytes.get());
    if (value >= variants) {
      throw new IllegalArgumentException(
          "%s: variant %s (expected: from 0 to %s)".formatted(named(name), value, variants - 1));
    }
    return value;
  }

  String text(String name) {
    int length = count(name, 1);
    ByteBuffer text = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(text)
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(named(name) + ": not UTF-8 (expected: text)", e);
    }
  }

  /**
   * Bytes, which are not copied.
   *
   * @param expected how many
   */
  ByteBuffer bytes(String name, long expected) {
    int length = count(name, 1);
    if (length != expected) {
      throw new IllegalArgumentException(
          "%s: %s bytes (expected: %s)".formatted(named(name), length, expected));
    }
    ByteBuffer part = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return part;
  }

  List<Double> reals(String name) {
    return list(name, Double.BYTES, () -> real(name));
  }

  List<Integer> wholes(String name) {
    return list(name, Integer.BYTES, () -> whole(name));
  }

  List<String> texts(String name) {
    return list(name, Integer.BYTES, () -> text(name));
  }

  /**
   * A list.
   *
   * @param smallest minimum bytes per element, at least 1
   */
  <T> List<T> list(String name, int smallest, Supplier<T> element) {
    int length = count(name, smallest);
    List<T> values = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      values.add(element.get());
    }
    return values;
  }

  /** Ends the reading. */
  void end() {
    if (bytes.hasRemaining()) {
      throw new IllegalArgumentException(
          "%s bytes after the last value (expected: none)".formatted(bytes.remaining()));
    }
  }

  /** A number of elements that the bytes left can hold. */
  int count(String name, int smallest) {
    int count = whole(name);
    if (count < 0 || (long) count * smallest > bytes.remaining()) {
      throw new IllegalArgumentException(
          "length of %s: %s (expected: from 0 to %s, which the %s bytes left can hold)"
              .formatted(named(name), count, bytes.remaining() / smallest, bytes.remaining()));
    }
    return count;
  }

  private void require(String name, int size) {
    if (bytes.remaining() < size) {
      throw new IllegalArgumentException(
          "%s: %s bytes left (expected: %s)".formatted(named(name), bytes.remaining(), size));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.tensor;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Element types of tensors: those of TensorFlow that a request or a reply can hold. */
public enum ElementType {
  /** 32-bit float. */
  FLOAT(1, 4),
  /** 64-bit float. */
  DOUBLE(2, 8),
  /** Signed, 32 bits. */
  INT32(3, 4),
  /** Unsigned, 8 bits. */
  UINT8(4, 1),
  /** Signed, 16 bits. */
  INT16(5, 2),
  /** Signed, 8 bits. */
  INT8(6, 1),
  /** Bytes of any length. */
  STRING(7, 0),
  /** Signed, 64 bits. */
  INT64(9, 8),
  /** One byte, 0 or 1. */
  BOOL(10, 1),
  /** The upper half of a 32-bit float. */
  BFLOAT16(14, 2),
  /** Unsigned, 16 bits. */
  UINT16(17, 2),
  /** IEEE 754 binary16. */
  HALF(19, 2),
  /** Unsigned, 32 bits. */
  UINT32(22, 4),
  /** Unsigned, 64 bits. */
  UINT64(23, 8);

  private static final Map<Integer, ElementType> BY_NUMBER =
      Arrays.stream(values()).collect(Collectors.toMap(ElementType::number, Function.identity()));

  private final int number;
  private final int bytes;

  ElementType(int number, int bytes) {
    this.number = number;
    this.bytes = bytes;
  }

  /** Its number in TensorFlow's {@code DataType}. */
  public int number() {
    return number;
  }

  /** Bytes of one element; 0 for strings, which have no fixed size. */
  public int bytes() {
    return bytes;
  }

  /** As TensorFlow names it in messages: {@code float}, {@code int64}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As TensorFlow names it in its interface: {@code DT_FLOAT}. */
  public String protoName() {
    return "DT_" + name();
  }

  /**
   * The type of a number.
   *
   * @param number of TensorFlow's {@code DataType}; a reference type (100 more) is its value's
   * @return none if it is of no type that can be served
   */
  public static Optional<ElementType> of(int number) {
    return Optional.ofNullable(BY_NUMBER.get(number > 100 ? number - 100 : number));
  }
}

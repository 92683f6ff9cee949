// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;

/**
 * Numbers and truth values, as the bytes of the tensor. A floating-point element accepts every
 * number: values out of its range become infinite or zero. An integer element accepts only integers
 * within its type's range.
 */
final class NumberValues extends ElementValues {
  private static final int FIRST = 64;
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final ElementType type;
  private final BiConsumer<NumberValues, JsonReader> form;
  private ByteBuffer bytes;

  NumberValues(ElementType type) {
    super(type.text());
    this.type = type;
    form = form(type);
    bytes = buffer(FIRST);
  }

  @Override
  void add(JsonReader reader) {
    if (bytes.remaining() < Long.BYTES) {
      grow();
    }
    form.accept(this, reader);
  }

  @Override
  HostTensor tensor(long... shape) {
    return HostTensor.of(type, shape, bytes.flip());
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
  }

  private void grow() {
    int size = bytes.capacity();
    if (size == LARGEST) {
      throw new ServingException(
          StatusCode.RESOURCE_EXHAUSTED, "A tensor of more than %s bytes".formatted(LARGEST));
    }
    bytes = buffer((int) Math.min(LARGEST, 2L * size)).put(bytes.flip());
  }

  private long integer(JsonReader reader, long least, long most) {
    long value = reader.isLong() ? reader.integer() : 0;
    if (!reader.isLong() || value < least || value > most) {
      throw refusal(reader);
    }
    return value;
  }

  private void unsignedLong(JsonReader reader) {
    if (!reader.isUnsignedLong()) {
      throw refusal(reader);
    }
    bytes.putLong(reader.integer());
  }

  private double real(JsonReader reader) {
    if (reader.kind() != JsonKind.NUMBER) {
      throw refusal(reader);
    }
    return reader.real();
  }

  private void bool(JsonReader reader) {
    if (!reader.isFlag()) {
      throw refusal(reader);
    }
    bytes.put((byte) (reader.flag() ? 1 : 0));
  }

  private static BiConsumer<NumberValues, JsonReader> form(ElementType type) {
    return switch (type) {
      case FLOAT -> (values, reader) -> values.bytes.putFloat((float) values.real(reader));
      case DOUBLE -> (values, reader) -> values.bytes.putDouble(values.real(reader));
      case INT8 ->
          (values, reader) ->
              values.bytes.put((byte) values.integer(reader, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case UINT8 -> (values, reader) -> values.bytes.put((byte) values.integer(reader, 0, 0xFF));
      case INT16 ->
          (values, reader) ->
              values.bytes.putShort(
                  (short) values.integer(reader, Short.MIN_VALUE, Short.MAX_VALUE));
      case UINT16 ->
          (values, reader) -> values.bytes.putShort((short) values.integer(reader, 0, 0xFFFF));
      case INT32 ->
          (values, reader) ->
              values.bytes.putInt(
                  (int) values.integer(reader, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case UINT32 ->
          (values, reader) -> values.bytes.putInt((int) values.integer(reader, 0, 0xFFFF_FFFFL));
      case INT64 ->
          (values, reader) ->
              values.bytes.putLong(values.integer(reader, Long.MIN_VALUE, Long.MAX_VALUE));
      case UINT64 -> NumberValues::unsignedLong;
      case BOOL -> NumberValues::bool;
      case HALF, BFLOAT16, STRING ->
          throw new IllegalArgumentException(
              "type: %s (expected: one that JSON numbers carry)".formatted(type.text()));
    };
  }
}

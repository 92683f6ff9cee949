// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.openinference.Datatype;
import io.otd.serve.openinference.InferShape;
import io.otd.serve.proto.inference.InferTensorContents;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;

/** Tensors as messages of the Open Inference Protocol hold them: the elements one by one. */
final class InferContents {
  private InferContents() {}

  /**
   * Reads an input.
   *
   * @param input its name, for error messages
   * @throws io.otd.serve.internal.status.ServingException INVALID_ARGUMENT, if the elements are in
   *     the field of another datatype, beyond their range, or not as many as in the shape
   */
  static HostTensor read(
      String input, Datatype datatype, long[] shape, InferTensorContents contents) {
    if (datatype.isRawOnly()) {
      throw InferShape.refusal(
          input, "contents of %s (expected: raw_input_contents)".formatted(datatype));
    }
    requireField(input, datatype, contents);
    InferShape.requireElements(input, count(field(datatype), contents), shape);
    if (datatype == Datatype.BYTES) {
      byte[][] strings = new byte[contents.getBytesContentsCount()][];
      for (int i = 0; i < strings.length; i++) {
        strings[i] = contents.getBytesContents(i).toByteArray();
      }
      return HostTensor.ofStrings(shape, strings);
    }
    int elements = count(field(datatype), contents);
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(elements, datatype.element().bytes()))
            .order(ByteOrder.nativeOrder());
    put(input, datatype, contents, bytes);
    return HostTensor.of(datatype.element(), shape, bytes.flip());
  }

  /** The fields of a message. */
  private enum Field {
    BOOL,
    INT,
    INT64,
    UINT,
    UINT64,
    FP32,
    FP64,
    BYTES
  }

  private static Field field(Datatype datatype) {
    return switch (datatype) {
      case BOOL -> Field.BOOL;
      case INT8, INT16, INT32 -> Field.INT;
      case INT64 -> Field.INT64;
      case UINT8, UINT16, UINT32 -> Field.UINT;
      case UINT64 -> Field.UINT64;
      case FP32 -> Field.FP32;
      case FP64 -> Field.FP64;
      case BYTES -> Field.BYTES;
      case FP16, BF16 -> throw new IllegalArgumentException(datatype + " (expected: raw contents)");
    };
  }

  private static int count(Field field, InferTensorContents contents) {
    return switch (field) {
      case BOOL -> contents.getBoolContentsCount();
      case INT -> contents.getIntContentsCount();
      case INT64 -> contents.getInt64ContentsCount();
      case UINT -> contents.getUintContentsCount();
      case UINT64 -> contents.getUint64ContentsCount();
      case FP32 -> contents.getFp32ContentsCount();
      case FP64 -> contents.getFp64ContentsCount();
      case BYTES -> contents.getBytesContentsCount();
    };
  }

  private static void requireField(String input, Datatype datatype, InferTensorContents contents) {
    Field expected = field(datatype);
    for (Field other : Field.values()) {
      if (other != expected && count(other, contents) > 0) {
        throw InferShape.refusal(
            input,
            "%s_contents given (expected: %s_contents, for %s)"
                .formatted(text(other), text(expected), datatype));
      }
    }
  }

  private static String text(Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  private static void put(
      String input, Datatype datatype, InferTensorContents from, ByteBuffer to) {
    switch (datatype) {
      case BOOL -> from.getBoolContentsList().forEach(v -> to.put((byte) (v ? 1 : 0)));
      case INT8 ->
          within(input, datatype, from.getIntContentsList(), Byte.MIN_VALUE, Byte.MAX_VALUE)
              .forEach(v -> to.put(v.byteValue()));
      case INT16 ->
          within(input, datatype, from.getIntContentsList(), Short.MIN_VALUE, Short.MAX_VALUE)
              .forEach(v -> to.putShort(v.shortValue()));
      case INT32 -> from.getIntContentsList().forEach(to::putInt);
      case INT64 -> from.getInt64ContentsList().forEach(to::putLong);
      case UINT8 ->
          within(input, datatype, from.getUintContentsList(), 0, 0xFF)
              .forEach(v -> to.put(v.byteValue()));
      case UINT16 ->
          within(input, datatype, from.getUintContentsList(), 0, 0xFFFF)
              .forEach(v -> to.putShort(v.shortValue()));
      case UINT32 -> from.getUintContentsList().forEach(to::putInt);
      case UINT64 -> from.getUint64ContentsList().forEach(to::putLong);
      case FP32 -> {
        for (int i = 0; i < from.getFp32ContentsCount(); i++) {
          to.putFloat(from.getFp32Contents(i));
        }
      }
      case FP64 -> {
        for (int i = 0; i < from.getFp64ContentsCount(); i++) {
          to.putDouble(from.getFp64Contents(i));
        }
      }
      case BYTES, FP16, BF16 ->
          throw new IllegalArgumentException(datatype + " (expected: numbers of a field)");
    }
  }

  /**
   * The values, which must be in the range of their datatype; those of uint fields may read as
   * negative.
   */
  private static List<Integer> within(
      String input, Datatype datatype, List<Integer> values, int least, int most) {
    for (int value : values) {
      if (value < least || value > most) {
        throw InferShape.refusal(
            input,
            "%s (expected: from %s to %s, for %s)"
                .formatted(
                    least == 0 ? Integer.toUnsignedString(value) : Integer.toString(value),
                    least,
                    most,
                    datatype));
      }
    }
    return values;
  }

  /** Writes an output, of a datatype that has a field. */
  static InferTensorContents write(HostTensor tensor) {
    InferTensorContents.Builder to = InferTensorContents.newBuilder();
    Datatype datatype = Datatype.of(tensor.type());
    ByteBuffer bytes = tensor.bytes();
    for (int i = 0; i < tensor.elements(); i++) {
      switch (datatype) {
        case BOOL -> to.addBoolContents(bytes.get() != 0);
        case INT8 -> to.addIntContents(bytes.get());
        case INT16 -> to.addIntContents(bytes.getShort());
        case INT32 -> to.addIntContents(bytes.getInt());
        case INT64 -> to.addInt64Contents(bytes.getLong());
        case UINT8 -> to.addUintContents(Byte.toUnsignedInt(bytes.get()));
        case UINT16 -> to.addUintContents(Short.toUnsignedInt(bytes.getShort()));
        case UINT32 -> to.addUintContents(bytes.getInt());
        case UINT64 -> to.addUint64Contents(bytes.getLong());
        case FP32 -> to.addFp32Contents(bytes.getFloat());
        case FP64 -> to.addFp64Contents(bytes.getDouble());
        case BYTES -> to.addBytesContents(UnsafeByteOperations.unsafeWrap(tensor.string(i)));
        case FP16, BF16 -> throw new IllegalArgumentException(datatype + " (expected: raw)");
      }
    }
    return to.build();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.ByteString;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * Reads tensors as clients send them: the bytes of the elements, or the elements one by one. If
 * there are fewer elements than in the shape, the last is repeated; if there are none, all are
 * zero; surplus elements are dropped. TensorFlow does the same, and clients send constants that
 * way.
 *
 * @param maxBytes of all tensors of a request together: a few bytes can declare one of any size
 */
record TensorReader(long maxBytes) {
  /** Approximate memory of a string in addition to its bytes. */
  private static final int STRING_BYTES = 24;

  /**
   * Reads the tensors of a request.
   *
   * @param messages by their names in error messages
   * @throws ServingException INVALID_ARGUMENT, if one does not match its declaration, or
   *     RESOURCE_EXHAUSTED, if they are too large together
   */
  Map<String, HostTensor> read(Map<String, TensorProto> messages) {
    Map<String, HostTensor> tensors = new TreeMap<>();
    long left = maxBytes;
    for (Map.Entry<String, TensorProto> message : messages.entrySet()) {
      HostTensor tensor = new TensorReader(left).read(message.getKey(), message.getValue());
      tensors.put(message.getKey(), tensor);
      left -= (long) tensor.elements() * each(tensor.type()) + texts(tensor);
    }
    return tensors;
  }

  /**
   * Reads a tensor.
   *
   * @param name that messages give it
   */
  HostTensor read(String name, TensorProto message) {
    ElementType type =
        ElementType.of(message.getDtypeValue())
            .filter(t -> t.number() == message.getDtypeValue())
            .orElseThrow(() -> unreadable(name, "data type " + message.getDtypeValue()));
    long[] shape = shape(name, message.getTensorShape());
    int elements = elements(name, shape, type);
    ByteString content = message.getTensorContent();
    if (type == ElementType.STRING) {
      HostTensor tensor =
          HostTensor.ofStrings(
              shape,
              content.isEmpty()
                  ? strings(message, elements)
                  : StringContent.read(content, elements)
                      .orElseThrow(() -> unreadable(name, content.size() + " bytes of strings")));
      long bytes = (long) elements * STRING_BYTES + texts(tensor);
      if (bytes > maxBytes) {
        throw new ServingException(
            StatusCode.RESOURCE_EXHAUSTED,
            "tensor %s: strings of %s bytes (expected: at most %s bytes)"
                .formatted(name, bytes, maxBytes));
      }
      return tensor;
    }
    ByteBuffer bytes = ByteBuffer.allocate(elements * type.bytes()).order(ByteOrder.nativeOrder());
    if (content.isEmpty()) {
      fill(message, type, bytes);
    } else {
      if (content.size() != bytes.capacity()) {
        throw unreadable(
            name, "%s bytes (expected: %s)".formatted(content.size(), bytes.capacity()));
      }
      content.copyTo(bytes.array(), 0);
      if (type == ElementType.BOOL) {
        normalise(bytes.array());
      }
    }
    return HostTensor.of(type, shape, bytes.position(0));
  }

  private static long[] shape(String name, TensorShapeProto message) {
    if (message.getUnknownRank()) {
      throw unreadable(name, "unknown rank");
    }
    return message.getDimList().stream().mapToLong(TensorShapeProto.Dim::getSize).toArray();
  }

  /**
   * Number of elements. If a size is 0, there are no elements, but a graph may compute something
   * from the other sizes that does not fit into memory: they are bounded as if the size were 1.
   */
  private int elements(String name, long[] shape, ElementType type) {
    long elements;
    long bounded;
    try {
      elements = HostTensor.elements(shape);
      bounded = HostTensor.elements(Arrays.stream(shape).map(size -> Math.max(size, 1)).toArray());
    } catch (IllegalArgumentException e) {
      throw unreadable(name, String.valueOf(e.getMessage()));
    }
    int each = each(type);
    if (bounded > Math.min(maxBytes, Integer.MAX_VALUE - 8) / each) {
      throw new ServingException(
          StatusCode.RESOURCE_EXHAUSTED,
          "tensor %s: %s elements of %s bytes (expected: at most %s bytes)"
              .formatted(name, bounded, each, maxBytes));
    }
    return (int) elements;
  }

  /** Bytes of the strings of a tensor, each as often as it is there: TensorFlow gets copies. */
  private static long texts(HostTensor tensor) {
    long bytes = 0;
    if (tensor.type() == ElementType.STRING) {
      for (int i = 0; i < tensor.elements(); i++) {
        bytes += tensor.string(i).length;
      }
    }
    return bytes;
  }

  private static int each(ElementType type) {
    return type == ElementType.STRING ? STRING_BYTES : type.bytes();
  }

  private static ServingException unreadable(String name, String reason) {
    return ServingException.invalid("tensor parsing error: %s: %s".formatted(name, reason));
  }

  private static void normalise(byte[] flags) {
    for (int i = 0; i < flags.length; i++) {
      flags[i] = (byte) (flags[i] == 0 ? 0 : 1);
    }
  }

  private static byte[][] strings(TensorProto message, int elements) {
    byte[][] strings = new byte[elements][];
    int given = Math.min(elements, message.getStringValCount());
    for (int i = 0; i < given; i++) {
      strings[i] = message.getStringVal(i).toByteArray();
    }
    Arrays.fill(strings, given, elements, given == 0 ? new byte[0] : strings[given - 1]);
    return strings;
  }

  private static void fill(TensorProto m, ElementType type, ByteBuffer to) {
    switch (type) {
      case FLOAT -> fill(to, 4, m.getFloatValCount(), i -> to.putFloat(m.getFloatVal(i)));
      case DOUBLE -> fill(to, 8, m.getDoubleValCount(), i -> to.putDouble(m.getDoubleVal(i)));
      case INT32 -> fill(to, 4, m.getIntValCount(), i -> to.putInt(m.getIntVal(i)));
      case INT16, UINT16 ->
          fill(to, 2, m.getIntValCount(), i -> to.putShort((short) m.getIntVal(i)));
      case INT8, UINT8 -> fill(to, 1, m.getIntValCount(), i -> to.put((byte) m.getIntVal(i)));
      case HALF, BFLOAT16 ->
          fill(to, 2, m.getHalfValCount(), i -> to.putShort((short) m.getHalfVal(i)));
      case INT64 -> fill(to, 8, m.getInt64ValCount(), i -> to.putLong(m.getInt64Val(i)));
      case UINT32 -> fill(to, 4, m.getUint32ValCount(), i -> to.putInt(m.getUint32Val(i)));
      case UINT64 -> fill(to, 8, m.getUint64ValCount(), i -> to.putLong(m.getUint64Val(i)));
      case BOOL -> fill(to, 1, m.getBoolValCount(), i -> to.put((byte) (m.getBoolVal(i) ? 1 : 0)));
      case STRING -> throw new IllegalArgumentException("strings have no fixed size");
    }
  }

  private static void fill(ByteBuffer to, int each, int given, IntConsumer element) {
    int elements = to.capacity() / each;
    for (int i = 0; i < Math.min(given, elements); i++) {
      element.accept(i);
    }
    if (given > 0) {
      for (int i = given; i < elements; i++) {
        element.accept(given - 1);
      }
    }
  }

  /** TensorFlow's way of writing strings as one: their lengths as varints, then their bytes. */
  private static final class StringContent {
    private StringContent() {}

    static Optional<byte[][]> read(ByteString content, int elements) {
      byte[][] strings = new byte[elements][];
      int at = 0;
      long total = 0;
      int[] lengths = new int[elements];
      for (int i = 0; i < elements; i++) {
        long length = 0;
        int shift = 0;
        byte next;
        do {
          if (at >= content.size() || shift > 28) {
            return Optional.empty();
          }
          next = content.byteAt(at++);
          length |= (long) (next & 0x7f) << shift;
          shift += 7;
        } while (next < 0);
        total += length;
        if (total > content.size()) {
          return Optional.empty();
        }
        lengths[i] = (int) length;
      }
      if (at + total != content.size()) {
        return Optional.empty();
      }
      for (int i = 0; i < elements; i++) {
        strings[i] = content.substring(at, at + lengths[i]).toByteArray();
        at += lengths[i];
      }
      return Optional.of(strings);
    }
  }
}

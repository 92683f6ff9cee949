// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Tensors as bytes: the elements in row-major order, numbers in the order of bytes that
 * TensorFlow's machines have, little-endian; each string behind its length in four bytes.
 */
public final class RawContents {
  private RawContents() {}

  /**
   * Reads an input.
   *
   * @param input its name, for error messages
   * @param bytes from position to limit; not changed by anyone afterwards
   * @throws io.otd.serve.internal.status.ServingException INVALID_ARGUMENT, if their number differs
   *     from the shape
   */
  public static HostTensor read(String input, Datatype datatype, long[] shape, ByteBuffer bytes) {
    int elements = InferShape.elements(input, shape);
    if (datatype == Datatype.BYTES) {
      return HostTensor.ofStrings(shape, strings(input, elements, bytes));
    }
    long expected = (long) elements * datatype.element().bytes();
    if (bytes.remaining() != expected) {
      throw InferShape.refusal(
          input,
          "%s bytes (expected: %s, %s elements of %s)"
              .formatted(bytes.remaining(), expected, elements, datatype));
    }
    return HostTensor.of(
        datatype.element(), shape, datatype == Datatype.BOOL ? normalised(bytes) : bytes);
  }

  private static ByteBuffer normalised(ByteBuffer flags) {
    ByteBuffer normal = ByteBuffer.allocate(flags.remaining());
    while (normal.hasRemaining()) {
      normal.put((byte) (flags.get() == 0 ? 0 : 1));
    }
    return normal.flip();
  }

  private static byte[][] strings(String input, int elements, ByteBuffer contents) {
    ByteBuffer bytes = contents.slice().order(ByteOrder.LITTLE_ENDIAN);
    if ((long) elements * Integer.BYTES > bytes.remaining()) {
      throw InferShape.refusal(
          input,
          "%s bytes (expected: at least %s, %s elements each behind its length in four bytes)"
              .formatted(bytes.remaining(), (long) elements * Integer.BYTES, elements));
    }
    byte[][] strings = new byte[elements][];
    for (int i = 0; i < elements; i++) {
      long length = bytes.remaining() < Integer.BYTES ? -1 : Integer.toUnsignedLong(bytes.getInt());
      if (length < 0 || length > bytes.remaining()) {
        throw InferShape.refusal(
            input,
            "element %s ends behind the bytes (expected: each behind its length in four bytes)"
                .formatted(i));
      }
      strings[i] = new byte[(int) length];
      bytes.get(strings[i]);
    }
    if (bytes.hasRemaining()) {
      throw InferShape.refusal(
          input, "%s bytes behind the last of %s elements".formatted(bytes.remaining(), elements));
    }
    return strings;
  }

  /** Size of a tensor in bytes. */
  public static long size(HostTensor tensor) {
    if (tensor.type() != ElementType.STRING) {
      return tensor.bytes().remaining();
    }
    long size = 0;
    for (int i = 0; i < tensor.elements(); i++) {
      size += Integer.BYTES + tensor.string(i).length;
    }
    return size;
  }

  /**
   * Writes a tensor.
   *
   * @return from position to limit; not changed by anyone afterwards
   * @throws ArithmeticException if they are more than an array holds
   */
  public static ByteBuffer write(HostTensor tensor) {
    if (tensor.type() != ElementType.STRING) {
      return tensor.bytes();
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(size(tensor))).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < tensor.elements(); i++) {
      bytes.putInt(tensor.string(i).length).put(tensor.string(i));
    }
    return bytes.flip();
  }
}

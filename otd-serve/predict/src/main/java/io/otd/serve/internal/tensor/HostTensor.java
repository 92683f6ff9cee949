// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;

/**
 * A tensor in the Java heap, row-major: numbers as their bytes in the machine's order, as native
 * memory and {@code tensor_content} hold them, strings as byte arrays. The creator hands over its
 * contents.
 */
public final class HostTensor {
  private static final byte[][] NO_STRINGS = {};

  private final ElementType type;
  private final long[] shape;
  private final ByteBuffer bytes;
  private final byte[][] strings;

  private HostTensor(ElementType type, long[] shape, ByteBuffer bytes, byte[][] strings) {
    this.type = type;
    this.shape = shape;
    this.bytes = bytes;
    this.strings = strings;
  }

  /**
   * Numbers or truth values.
   *
   * @param type not {@code STRING}
   * @param shape none negative; their product times the element's bytes is what {@code bytes} holds
   * @param bytes from position to limit; not changed by anyone afterwards
   * @throws IllegalArgumentException if the sizes do not agree
   */
  public static HostTensor of(ElementType type, long[] shape, ByteBuffer bytes) {
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException("type: string (expected: one with a fixed size)");
    }
    requireSize(shape, bytes.remaining(), type.bytes());
    return new HostTensor(
        type, shape.clone(), bytes.slice().order(ByteOrder.nativeOrder()), NO_STRINGS);
  }

  /**
   * Strings.
   *
   * @param shape none negative; their product is how many there are
   * @param strings not changed by anyone afterwards
   * @throws IllegalArgumentException if the sizes do not agree
   */
  public static HostTensor ofStrings(long[] shape, byte[][] strings) {
    requireSize(shape, strings.length, 1);
    return new HostTensor(ElementType.STRING, shape.clone(), ByteBuffer.allocate(0), strings);
  }

  /**
   * Floats.
   *
   * @param shape their product is how many there are
   */
  public static HostTensor of(float[] values, long... shape) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
            .order(ByteOrder.nativeOrder());
    bytes.asFloatBuffer().put(values);
    return of(ElementType.FLOAT, shape, bytes);
  }

  /**
   * Long integers.
   *
   * @param shape their product is how many there are
   */
  public static HostTensor of(long[] values, long... shape) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES))
            .order(ByteOrder.nativeOrder());
    bytes.asLongBuffer().put(values);
    return of(ElementType.INT64, shape, bytes);
  }

  /**
   * The values of a tensor of floats, copied.
   *
   * @throws IllegalStateException if it is of another type
   */
  public float[] floats() {
    if (type != ElementType.FLOAT) {
      throw new IllegalStateException("tensor of " + type.text() + " (expected: float)");
    }
    float[] values = new float[elements()];
    bytes().asFloatBuffer().get(values);
    return values;
  }

  private static void requireSize(long[] shape, long size, int each) {
    long expected = elements(shape);
    if (expected > Integer.MAX_VALUE || expected * each != size) {
      throw new IllegalArgumentException(
          "%s bytes or strings of %s each for the shape %s"
              .formatted(size, each, Arrays.toString(shape)));
    }
  }

  /**
   * Number of elements of a shape.
   *
   * @throws IllegalArgumentException if a size is negative or there are more than a long counts
   */
  public static long elements(long... shape) {
    long product = 1;
    for (long size : shape) {
      if (size < 0) {
        throw new IllegalArgumentException(
            "shape %s (expected: no negative size)".formatted(Arrays.toString(shape)));
      }
      try {
        product = Math.multiplyExact(product, size);
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(
            "shape %s: too many elements".formatted(Arrays.toString(shape)), e);
      }
    }
    return product;
  }

  /**
   * Number of rows of a request's inputs: the largest of their first sizes, where a scalar counts
   * as one.
   */
  public static long rows(Map<String, HostTensor> inputs) {
    return inputs.values().stream().mapToLong(t -> t.rank() == 0 ? 1 : t.size(0)).max().orElse(0);
  }

  /** Type of the elements. */
  public ElementType type() {
    return type;
  }

  /** A copy of the sizes; empty for a scalar. */
  public long[] shape() {
    return shape.clone();
  }

  /** Number of dimensions; 0 for a scalar. */
  public int rank() {
    return shape.length;
  }

  /**
   * One of the sizes.
   *
   * @param axis from 0
   */
  public long size(int axis) {
    return shape[axis];
  }

  /** Number of elements. */
  public int elements() {
    return type == ElementType.STRING ? strings.length : bytes.limit() / type.bytes();
  }

  /**
   * The numbers, in the machine's order: a read-only view with its own position; empty for strings.
   */
  public ByteBuffer bytes() {
    return bytes.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
  }

  /**
   * One string, not copied.
   *
   * @param index row-major
   */
  public byte[] string(int index) {
    return strings[index];
  }

  @Override
  public String toString() {
    return type.text() + Arrays.toString(shape);
  }
}

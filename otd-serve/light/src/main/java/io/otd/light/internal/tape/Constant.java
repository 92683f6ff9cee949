// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Known values.
 *
 * @param type not of the rows
 * @param bytes row-major, big-endian, from position 0 to the limit; not to be changed
 */
public record Constant(TapeType type, ByteBuffer bytes) {
  /** Checks the size. */
  public Constant {
    long expected = (long) type.size() * type.element().bytes();
    if (type.ofRows() || bytes.limit() != expected) {
      throw new IllegalArgumentException(
          "constant %s: %s bytes (expected: %s)".formatted(type, bytes.limit(), expected));
    }
  }

  /** The values, of float. */
  public float[] floats() {
    float[] values = new float[type.size()];
    bytes.duplicate().rewind().asFloatBuffer().get(values);
    return values;
  }

  /** The values, of double. */
  public double[] doubles() {
    double[] values = new double[type.size()];
    bytes.duplicate().rewind().asDoubleBuffer().get(values);
    return values;
  }

  /** The values, whole numbers. */
  public int[] ints() {
    int[] values = new int[type.size()];
    bytes.duplicate().rewind().asIntBuffer().get(values);
    return values;
  }

  /** The same values in another order of the dimensions. */
  public Constant transposed(int[] order) {
    Integer[] dims = Arrays.stream(order).mapToObj(type.dims()::get).toArray(Integer[]::new);
    TapeType to = type.with(Arrays.asList(dims));
    int each = type.element().bytes();
    ByteBuffer moved = ByteBuffer.allocate(bytes.limit());
    int[] at = new int[order.length];
    for (int i = 0; i < to.size(); i++) {
      int from = 0;
      for (int d = 0; d < order.length; d++) {
        from += at[d] * type.after(order[d]);
      }
      for (int b = 0; b < each; b++) {
        moved.put(bytes.get(from * each + b));
      }
      for (int d = order.length - 1; d >= 0 && ++at[d] == to.dims().get(d); d--) {
        at[d] = 0;
      }
    }
    return new Constant(to, moved.rewind());
  }
}

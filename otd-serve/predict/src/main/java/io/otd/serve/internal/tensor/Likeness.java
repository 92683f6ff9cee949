// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.tensor;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Whether two answers of a model are the same. */
public final class Likeness {
  /** Tolerance relative to the largest value: the possible effect of another order of summation. */
  private static final double ROUNDING = 1e-4;

  private static final double COARSE_ROUNDING = 1e-2;

  private Likeness() {}

  /** Whether both have the same names, and tensors that are equal up to rounding. */
  public static boolean alike(Map<String, HostTensor> a, Map<String, HostTensor> b) {
    return a.keySet().equals(b.keySet())
        && a.entrySet().stream()
            .allMatch(e -> alike(e.getValue(), Objects.requireNonNull(b.get(e.getKey()))));
  }

  /** Whether both have the same type, shape and bits. */
  public static boolean identical(HostTensor a, HostTensor b) {
    if (a.type() != b.type() || !Arrays.equals(a.shape(), b.shape())) {
      return false;
    }
    return a.type() == ElementType.STRING
        ? IntStream.range(0, a.elements()).allMatch(i -> Arrays.equals(a.string(i), b.string(i)))
        : a.bytes().equals(b.bytes());
  }

  private static boolean alike(HostTensor a, HostTensor b) {
    if (identical(a, b)) {
      return true;
    }
    if (a.type() != b.type() || !Arrays.equals(a.shape(), b.shape())) {
      return false;
    }
    ByteBuffer x = a.bytes();
    ByteBuffer y = b.bytes();
    return switch (a.type()) {
      case FLOAT -> close(a.elements(), i -> x.getFloat(4 * i), i -> y.getFloat(4 * i), ROUNDING);
      case DOUBLE ->
          close(a.elements(), i -> x.getDouble(8 * i), i -> y.getDouble(8 * i), ROUNDING);
      case BFLOAT16 -> close(a.elements(), i -> upper(x, i), i -> upper(y, i), COARSE_ROUNDING);
      case HALF -> close(a.elements(), i -> half(x, i), i -> half(y, i), COARSE_ROUNDING);
      default -> false;
    };
  }

  private static boolean close(
      int n, IntToDoubleFunction a, IntToDoubleFunction b, double tolerance) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double size = Math.abs(a.applyAsDouble(i));
      largest = Double.isFinite(size) ? Math.max(largest, size) : largest;
    }
    double allowed = largest * tolerance;
    return IntStream.range(0, n)
        .allMatch(
            i -> {
              double x = a.applyAsDouble(i);
              double y = b.applyAsDouble(i);
              return Double.compare(x, y) == 0 || Math.abs(x - y) <= allowed;
            });
  }

  private static double upper(ByteBuffer bytes, int index) {
    return Float.intBitsToFloat(bytes.getShort(2 * index) << 16);
  }

  /** IEEE 754 binary16. */
  private static double half(ByteBuffer bytes, int index) {
    int bits = bytes.getShort(2 * index);
    int exponent = (bits >> 10) & 0x1f;
    int fraction = bits & 0x3ff;
    double size =
        switch (exponent) {
          case 0 -> Math.scalb((double) fraction, -24);
          case 0x1f -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
          default -> Math.scalb((double) (fraction | 0x400), exponent - 25);
        };
    return bits < 0 ? -size : size;
  }
}

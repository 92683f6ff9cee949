// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.numpy;

import io.otd.core.internal.files.NpyPrologue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;

/**
 * An array to be written as {@code numpy.save} writes it: format version 1.0, little-endian, C
 * order. The values are not copied.
 */
public final class NpyArray {
  private final String type;
  private final int[] shape;
  private final int bytesOfRow;
  private final ObjIntConsumer<ByteBuffer> row;

  private NpyArray(String type, int[] shape, int bytesOfRow, ObjIntConsumer<ByteBuffer> row) {
    this.type = type;
    this.shape = shape;
    this.bytesOfRow = bytesOfRow;
    this.row = row;
  }

  /**
   * Numbers in double precision.
   *
   * @param rows one after another, in C order of the axes after the first
   * @param axes sizes of the axes after the first, whose size is the number of rows
   * @throws IllegalArgumentException if the number of values of a row differs from the axes
   */
  public static NpyArray doubles(double[][] rows, int... axes) {
    return new NpyArray(
        "<f8",
        shape(rows.length, i -> rows[i].length, axes),
        Math.multiplyExact(width(axes), Double.BYTES),
        (into, i) -> into.asDoubleBuffer().put(rows[i]));
  }

  /**
   * Numbers in single precision.
   *
   * @param rows as {@link #doubles(double[][], int...)}
   * @param axes as {@link #doubles(double[][], int...)}
   */
  public static NpyArray floats(float[][] rows, int... axes) {
    return new NpyArray(
        "<f4",
        shape(rows.length, i -> rows[i].length, axes),
        Math.multiplyExact(width(axes), Float.BYTES),
        (into, i) -> into.asFloatBuffer().put(rows[i]));
  }

  private static int width(int... axes) {
    return Arrays.stream(axes).reduce(1, Math::multiplyExact);
  }

  private static int[] shape(int rows, IntUnaryOperator numbers, int... axes) {
    int[] shape = new int[axes.length + 1];
    shape[0] = rows;
    System.arraycopy(axes, 0, shape, 1, axes.length);
    for (int i = 0; i < rows; i++) {
      if (numbers.applyAsInt(i) != width(axes)) {
        throw new IllegalArgumentException(
            "row of %s values (expected: %s, axes %s)"
                .formatted(numbers.applyAsInt(i), width(axes), Arrays.toString(axes)));
      }
    }
    return shape;
  }

  /** Numbers in double precision, {@code [n]}. */
  public static NpyArray doubles(double[] numbers) {
    return new NpyArray(
        "<f8", new int[] {numbers.length}, Double.BYTES, (into, i) -> into.putDouble(numbers[i]));
  }

  /** Integers of 64 bits, {@code [n]}, as are NumPy's own. */
  public static NpyArray integers(int[] numbers) {
    return new NpyArray(
        "<i8", new int[] {numbers.length}, Long.BYTES, (into, i) -> into.putLong(numbers[i]));
  }

  /** Texts, {@code [n]}: code points in 32 bits each, as many as the longest has. */
  public static NpyArray texts(List<String> texts) {
    int longest = texts.stream().mapToInt(t -> t.codePointCount(0, t.length())).max().orElse(0);
    int width = Math.max(1, longest);
    return new NpyArray(
        "<U" + width,
        new int[] {texts.size()},
        width * Integer.BYTES,
        (into, i) -> texts.get(i).codePoints().forEach(into::putInt));
  }

  /** Bytes that are written. */
  long bytes() {
    return NpyPrologue.write(type, shape).length + (long) shape[0] * bytesOfRow;
  }

  /**
   * Writes the header and the values; the same bytes each time.
   *
   * @param out where to; stays open
   * @throws IOException if it cannot be written
   */
  public void writeTo(OutputStream out) throws IOException {
    out.write(NpyPrologue.write(type, shape));
    for (int i = 0; i < shape[0]; i++) {
      byte[] bytes = new byte[bytesOfRow];
      row.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), i);
      out.write(bytes);
    }
  }
}

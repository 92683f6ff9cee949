// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The bytes before the values of a file of {@code numpy.save}. */
public final class NpyPrologue {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** NumPy begins the values at a multiple of this. */
  private static final int ALIGNMENT = 64;

  /** Room NumPy leaves for the first axis to grow without moving the values. */
  private static final int DIGITS_OF_FIRST_AXIS = 21;

  private NpyPrologue() {}

  /** The bytes that every such file begins with. */
  public static byte[] magic() {
    return MAGIC.clone();
  }

  /**
   * A header of format version 1.0, byte for byte as {@code numpy.save} writes it.
   *
   * @param type such as {@code <f8}
   * @param shape sizes of the axes, at least one
   */
  public static byte[] write(String type, int[] shape) {
    String axes =
        Arrays.stream(shape).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }"
            .formatted(type, shape.length == 1 ? axes + "," : axes);
    text += " ".repeat(DIGITS_OF_FIRST_AXIS - Integer.toString(shape[0]).length());
    int before = MAGIC.length + 4;
    int padding = ALIGNMENT - (before + text.length() + 1) % ALIGNMENT;
    byte[] padded = (text + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(before + padded.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put(new byte[] {1, 0})
        .putShort((short) padded.length)
        .put(padded)
        .array();
  }
}

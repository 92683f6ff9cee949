// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.numpy;

import io.otd.core.internal.files.NpyPrologue;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of an array.
 *
 * @param type byte order, kind and size of a value, such as {@code <f8}
 * @param shape sizes of the axes
 * @param bytes length of the header
 */
record NpyHeader(String type, int[] shape, long bytes) {
  private static final byte[] MAGIC = NpyPrologue.magic();
  private static final Pattern HEADER =
      Pattern.compile(
          "\\{\\s*'descr':\\s*'([<>|=][a-zA-Z]\\d+)',\\s*'fortran_order':\\s*(True|False),"
              + "\\s*'shape':\\s*\\(([0-9,\\s]*)\\),?\\s*\\}\\s*");
  private static final int LONGEST = 1 << 16;

  /**
   * Reads a header.
   *
   * @param name of the array, for messages
   * @param in its bytes from the first on; positioned at the first value afterwards
   * @throws InputException if it is none, or that of an array in Fortran order
   * @throws EOFException if it ends before
   */
  static NpyHeader read(String name, InputStream in) throws IOException {
    byte[] start = exactly(in, MAGIC.length + 2);
    if (!Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new InputException(name + ": not NumPy's format (expected: a file of numpy.save)");
    }
    int version = start[MAGIC.length];
    ByteBuffer length =
        ByteBuffer.wrap(exactly(in, version == 1 ? 2 : 4)).order(ByteOrder.LITTLE_ENDIAN);
    long bytes = version == 1 ? length.getShort() & 0xffff : length.getInt() & 0xffffffffL;
    if (bytes > LONGEST) {
      throw new InputException(
          "%s: a header of %s bytes (expected: at most %s)".formatted(name, bytes, LONGEST));
    }
    String text = new String(exactly(in, (int) bytes), StandardCharsets.ISO_8859_1);
    return parse(name, text, start.length + length.capacity() + bytes);
  }

  private static NpyHeader parse(String name, String text, long bytes) {
    Matcher header = HEADER.matcher(text);
    if (!header.matches()) {
      throw new InputException(name + ": no header of NumPy's (expected: an array of numpy.save)");
    }
    if (header.group(2).equals("True")) {
      throw new InputException(
          name + ": Fortran order (expected: C order, numpy.ascontiguousarray)");
    }
    return new NpyHeader(header.group(1), shape(name, header.group(3)), bytes);
  }

  private static int[] shape(String name, String text) {
    try {
      return Arrays.stream(text.split(","))
          .map(String::strip)
          .filter(part -> !part.isEmpty())
          .mapToInt(Integer::parseInt)
          .toArray();
    } catch (NumberFormatException e) {
      throw new InputException(
          "%s: shape %s (expected: axes below 2^31)".formatted(name, Quoted.of(text)));
    }
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return bytes;
  }
}

package io.otd.train.samples;

import io.otd.train.problem.InputException;
import io.otd.train.problem.Quoted;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array in NumPy's format (versions 1 to 3), read from its beginning to its end: float32 or
 * float64 of either byte order, in C order.
 */
final class NpyFile implements AutoCloseable {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final Pattern HEADER =
      Pattern.compile(
          "\\{\\s*'descr':\\s*'([<>|=][a-zA-Z]\\d+)',\\s*'fortran_order':\\s*(True|False),"
              + "\\s*'shape':\\s*\\(([0-9,\\s]*)\\),?\\s*\\}\\s*");
  private static final int LONGEST_HEADER = 1 << 16;

  /** What one array of bytes holds. */
  private static final int MOST_OF_ROW = Integer.MAX_VALUE / Double.BYTES;

  private final Path path;
  private final InputStream in;
  private final boolean wide;
  private final ByteOrder order;
  private final int[] shape;
  private long begin;

  private NpyFile(Path path, InputStream in) throws IOException {
    this.path = path;
    this.in = in;
    Matcher header = HEADER.matcher(header());
    if (!header.matches()) {
      throw new InputException(path + ": no header of NumPy's (expected: an array of numpy.save)");
    }
    String type = header.group(1);
    if (!type.matches("[<>]f[48]")) {
      throw new InputException(
          path + ": values of type " + type + " (expected: float32 or float64, <f4 or <f8)");
    }
    if (header.group(2).equals("True")) {
      throw new InputException(
          path + ": Fortran order (expected: C order, numpy.ascontiguousarray)");
    }
    this.wide = type.endsWith("8");
    this.order = type.startsWith("<") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    this.shape = shape(header.group(3));
    requireWhole();
  }

  /** Before anybody makes room for what the header promises. */
  private void requireWhole() throws IOException {
    long ofRow = 1;
    for (int axis = 1; axis < shape.length; axis++) {
      // A row of the largest size times an axis below 2^31 is below 2^63.
      ofRow *= shape[axis];
      if (ofRow > MOST_OF_ROW) {
        throw new InputException(
            "%s: shape %s (expected: at most %d values of each row)"
                .formatted(path, Arrays.toString(shape), MOST_OF_ROW));
      }
    }
    long values = shape.length == 0 ? 1 : shape[0] * ofRow;
    if ((Files.size(path) - begin) / bytesOfValue() < values) {
      throw cutShort();
    }
  }

  private int bytesOfValue() {
    return wide ? Double.BYTES : Float.BYTES;
  }

  private InputException cutShort() {
    return new InputException(
        "%s: cut short (expected: %s values)".formatted(path, Arrays.toString(shape)));
  }

  static NpyFile open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new InputException(path + ": no such file (expected: a readable .npy file)");
    }
    try {
      InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
      try {
        return new NpyFile(path, in);
      } catch (IOException | RuntimeException e) {
        in.close();
        throw e;
      }
    } catch (EOFException e) {
      throw new InputException(path + ": cut short (expected: an array of numpy.save)");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String header() throws IOException {
    byte[] start = exactly(MAGIC.length + 2);
    if (!Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new InputException(path + ": not NumPy's format (expected: a file of numpy.save)");
    }
    int version = start[MAGIC.length];
    ByteBuffer length =
        ByteBuffer.wrap(exactly(version == 1 ? 2 : 4)).order(ByteOrder.LITTLE_ENDIAN);
    long bytes = version == 1 ? length.getShort() & 0xffff : length.getInt() & 0xffffffffL;
    if (bytes > LONGEST_HEADER) {
      throw new InputException(
          "%s: a header of %d bytes (expected: at most %d)".formatted(path, bytes, LONGEST_HEADER));
    }
    begin = start.length + length.capacity() + bytes;
    return new String(exactly((int) bytes), StandardCharsets.ISO_8859_1);
  }

  private byte[] exactly(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return bytes;
  }

  private int[] shape(String text) {
    try {
      return Arrays.stream(text.split(","))
          .map(String::strip)
          .filter(part -> !part.isEmpty())
          .mapToInt(Integer::parseInt)
          .toArray();
    } catch (NumberFormatException e) {
      throw new InputException(
          "%s: shape %s (expected: axes below 2^31)".formatted(path, Quoted.of(text)));
    }
  }

  /** The sizes of the axes. */
  int[] shape() {
    return shape.clone();
  }

  /**
   * The next values.
   *
   * @param count how many
   * @throws InputException if the file ends before
   */
  double[] next(int count) {
    double[] values = new double[count];
    try {
      ByteBuffer bytes =
          ByteBuffer.wrap(exactly(Math.multiplyExact(bytesOfValue(), count))).order(order);
      for (int i = 0; i < count; i++) {
        values[i] = wide ? bytes.getDouble() : bytes.getFloat();
      }
      return values;
    } catch (EOFException e) {
      throw cutShort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

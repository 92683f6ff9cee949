// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.numpy;

import io.otd.table.problem.InputException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array in NumPy's format (versions 1 to 3), in C order, read from its beginning to its end:
 * float32, float64, integers or texts, of either byte order.
 */
public final class NpyFile implements AutoCloseable {
  private static final Pattern TYPE =
      Pattern.compile("([<>|])(f(?=[48]$)|[iu](?=[1248]$)|b(?=1$)|U)(\\d{1,9})");

  /** Maximum size of a byte array. */
  private static final int MAX_ROW_VALUES = Integer.MAX_VALUE / Double.BYTES;

  private final String name;
  private final InputStream in;
  private final char kind;
  private final int width;
  private final ByteOrder order;
  private final int[] shape;

  private NpyFile(String name, InputStream in, long size) throws IOException {
    this.name = name;
    this.in = in;
    NpyHeader header = NpyHeader.read(name, in);
    Matcher type = TYPE.matcher(header.type());
    if (!type.matches()) {
      throw wrongType(header.type());
    }
    this.kind = type.group(2).charAt(0);
    this.width = Integer.parseInt(type.group(3)) * (texts() ? Integer.BYTES : 1);
    this.order = type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    this.shape = header.shape();
    requireWhole(size - header.bytes());
  }

  private boolean texts() {
    return kind == 'U';
  }

  private InputException wrongType(String type) {
    return new InputException(
        name + ": values of type " + type + " (expected: numbers, such as float64, <f8)");
  }

  /** Before anybody makes room for what the header promises. */
  private void requireWhole(long bytes) {
    long ofRow = 1;
    for (int axis = 1; axis < shape.length; axis++) {
      // A row of the largest size times an axis below 2^31 is below 2^63.
      ofRow *= shape[axis];
      if (ofRow > MAX_ROW_VALUES) {
        throw new InputException(
            "%s: shape %s (expected: at most %s values of each row)"
                .formatted(name, Arrays.toString(shape), MAX_ROW_VALUES));
      }
    }
    long values = shape.length == 0 ? 1 : shape[0] * ofRow;
    if (bytes / Math.max(1, width) < values) {
      throw cutShort();
    }
  }

  private InputException cutShort() {
    return new InputException(
        "%s: cut short (expected: %s values)".formatted(name, Arrays.toString(shape)));
  }

  /**
   * Opens a file.
   *
   * @throws InputException if it is not such an array
   */
  public static NpyFile open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new InputException(path + ": no such file (expected: a readable .npy file)");
    }
    try {
      return open(path.toString(), Files.newInputStream(path), Files.size(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Opens an array.
   *
   * @param name of it, for messages
   * @param source its bytes, closed with it
   * @param size how many bytes there are
   * @throws InputException if it is not such an array
   */
  static NpyFile open(String name, InputStream source, long size) throws IOException {
    InputStream in = new BufferedInputStream(source, 1 << 16);
    try {
      return new NpyFile(name, in, size);
    } catch (EOFException e) {
      in.close();
      throw new InputException(name + ": cut short (expected: an array of numpy.save)");
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Its name in messages. */
  public String name() {
    return name;
  }

  /** The sizes of the axes. */
  public int[] shape() {
    return shape.clone();
  }

  /**
   * The next values; integers beyond 2^53 are rounded, false and true are 0 and 1.
   *
   * @param count how many
   * @throws InputException if the file ends before, or holds texts
   */
  public double[] next(int count) {
    if (texts()) {
      throw wrongType("text");
    }
    double[] values = new double[count];
    ByteBuffer bytes = bytes(count);
    for (int i = 0; i < count; i++) {
      values[i] = kind == 'f' ? real(bytes) : whole(bytes);
    }
    return values;
  }

  private double real(ByteBuffer bytes) {
    return width == Double.BYTES ? bytes.getDouble() : bytes.getFloat();
  }

  private double whole(ByteBuffer bytes) {
    boolean signed = kind == 'i';
    return switch (width) {
      case Byte.BYTES -> signed ? bytes.get() : Byte.toUnsignedInt(bytes.get());
      case Short.BYTES -> signed ? bytes.getShort() : Short.toUnsignedInt(bytes.getShort());
      case Integer.BYTES -> signed ? bytes.getInt() : Integer.toUnsignedLong(bytes.getInt());
      default -> signed ? bytes.getLong() : unsigned(bytes.getLong());
    };
  }

  private static double unsigned(long bits) {
    return bits >= 0 ? bits : 2.0 * ((bits >>> 1) | (bits & 1));
  }

  /**
   * The next texts.
   *
   * @param count how many
   * @throws InputException if the file ends before, or holds numbers
   */
  public List<String> nextTexts(int count) {
    if (!texts()) {
      throw new InputException(name + ": values that are numbers (expected: texts)");
    }
    ByteBuffer bytes = bytes(count);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(text(bytes));
    }
    return values;
  }

  /** Code points in 32 bits each, zeros after the last. */
  private String text(ByteBuffer bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < width; i += Integer.BYTES) {
      int point = bytes.getInt();
      if (!Character.isValidCodePoint(point)) {
        throw new InputException("%s: code point %s (expected: of Unicode)".formatted(name, point));
      }
      if (point != 0) {
        text.appendCodePoint(point);
      }
    }
    return text.toString();
  }

  private ByteBuffer bytes(int count) {
    try {
      int wanted = Math.multiplyExact(width, count);
      byte[] bytes = in.readNBytes(wanted);
      if (bytes.length < wanted) {
        throw cutShort();
      }
      return ByteBuffer.wrap(bytes).order(order);
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

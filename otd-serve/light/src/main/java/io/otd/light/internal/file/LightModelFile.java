// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.light.internal.model.LightModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * A light model in a file: {@value #NAME} among the extra files of an exported version. All numbers
 * are big-endian.
 *
 * <pre>
 *   8 bytes   OTDLIGHT
 *   4 bytes   version of the format, {@value #FORMAT}
 *   4 bytes   CRC-32C of the rest
 *   the rest  the values of a {@link LightModel}, in its order
 * </pre>
 *
 * <p>The same model gives the same bytes. The checksum finds damage; it is no signature. A file
 * that was made to do harm is refused too, or is a model that predicts nonsense: every size is
 * compared with the bytes that are there before anything is allocated for it.
 */
public final class LightModelFile {
  /** Name of the file, in the directory of the extra files. */
  public static final String NAME = "otd-light.bin";

  /** The version that is written, and the only one that is read. */
  public static final int FORMAT = 9;

  /** The largest file that is read, in bytes. */
  public static final long LARGEST = 1L << 30;

  private static final String MAGIC = "OTDLIGHT";
  private static final int HEADER = MAGIC.length() + 2 * Integer.BYTES;

  private LightModelFile() {}

  /**
   * The bytes of a file.
   *
   * @param model what is written
   */
  public static byte[] bytes(LightModel model) {
    byte[] payload = new ModelWriter().bytes(model);
    ByteBuffer file = ByteBuffer.allocate(Math.addExact(HEADER, payload.length));
    file.put(MAGIC.getBytes(StandardCharsets.US_ASCII));
    file.putInt(FORMAT);
    file.putInt(checksum(ByteBuffer.wrap(payload)));
    file.put(payload);
    return file.array();
  }

  /**
   * Reads a file.
   *
   * @throws InvalidFileException if it is of another kind or version, truncated, damaged or too
   *     large, naming what was expected
   * @throws IOException if it cannot be read
   */
  public static LightModel read(Path file) throws IOException {
    try {
      return parse(content(file));
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(file, String.valueOf(e.getMessage()), e);
    } catch (ArithmeticException e) {
      throw new InvalidFileException(
          file, "sizes of the program: too large (expected: tensors of fewer than 2^31 values)", e);
    }
  }

  private static ByteBuffer content(Path file) throws IOException {
    long size = RegularFiles.size(file);
    if (size > LARGEST) {
      throw new IllegalArgumentException(
          "%s bytes (expected: at most %s)".formatted(size, LARGEST));
    }
    try (InputStream in = Files.newInputStream(file)) {
      return ByteBuffer.wrap(in.readNBytes((int) size));
    }
  }

  private static LightModel parse(ByteBuffer file) {
    if (file.remaining() < HEADER) {
      throw new IllegalArgumentException(
          "%s bytes (expected: a light model, at least %s)".formatted(file.remaining(), HEADER));
    }
    byte[] magic = new byte[MAGIC.length()];
    file.get(magic);
    if (!Arrays.equals(magic, MAGIC.getBytes(StandardCharsets.US_ASCII))) {
      throw new IllegalArgumentException("not a light model (expected: " + MAGIC + " in front)");
    }
    int format = file.getInt();
    if (format != FORMAT) {
      throw new IllegalArgumentException(
          "format: %s (expected: %s; export the model again)".formatted(format, FORMAT));
    }
    int stated = file.getInt();
    int actual = checksum(file.duplicate());
    if (stated != actual) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "truncated or damaged: checksum %08x (expected: %08x)", actual, stated));
    }
    return new ModelReader(new BoundedBytes(file)).model();
  }

  private static int checksum(ByteBuffer payload) {
    CRC32C sum = new CRC32C();
    sum.update(payload);
    return (int) sum.getValue();
  }
}

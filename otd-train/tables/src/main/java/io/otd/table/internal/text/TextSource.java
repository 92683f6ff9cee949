// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.text;

import io.otd.core.internal.files.FileDigest;
import io.otd.table.format.TextEncoding;
import io.otd.table.problem.InputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/**
 * A text file, plain or gzipped (detected by its first bytes, not by its name). The digest is of
 * the bytes on disk, read in the same pass.
 */
public final class TextSource implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final DigestInputStream file;
  private final TextDecoder text;

  private TextSource(DigestInputStream file, TextDecoder text) {
    this.file = file;
    this.text = text;
  }

  /**
   * Opens a file.
   *
   * @param path of the file
   * @param encoding of its text
   * @throws InputException if it does not exist, is a directory, cannot be read, or is not text
   */
  public static TextSource open(Path path, TextEncoding encoding) throws IOException {
    if (Files.isDirectory(path)) {
      throw new InputException(path + ": a directory (expected: a file)");
    }
    if (!Files.exists(path)) {
      throw new InputException(path + ": no such file (expected: a readable table)");
    }
    if (!Files.isReadable(path)) {
      throw new InputException(path + ": not readable (expected: a readable table)");
    }
    DigestInputStream file =
        new DigestInputStream(Files.newInputStream(path), FileDigest.newSha256());
    try {
      return new TextSource(file, text(path, file, encoding));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static TextDecoder text(Path path, InputStream file, TextEncoding encoding)
      throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(file, BUFFER);
    if (startsWith(bytes, 0x1f, 0x8b)) {
      bytes = new BufferedInputStream(new GZIPInputStream(bytes, BUFFER), BUFFER);
    }
    if (startsWith(bytes, 'P', 'K', 3, 4)) {
      throw new InputException(
          path
              + ": a zip archive or spreadsheet (expected: text; save the sheet as CSV;"
              + " fields of numpy.savez go with --fields)");
    }
    if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
      // This decoder consumes the byte order mark itself.
      return new TextDecoder(bytes, 0, StandardCharsets.UTF_16);
    }
    if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
      bytes.skipNBytes(3);
      return new TextDecoder(bytes, 3, StandardCharsets.UTF_8);
    }
    return new TextDecoder(bytes, 0, encoding.charset());
  }

  private static boolean startsWith(BufferedInputStream bytes, int... magic) throws IOException {
    bytes.mark(magic.length);
    boolean all = true;
    for (int expected : magic) {
      all &= bytes.read() == expected;
    }
    bytes.reset();
    return all;
  }

  /** The text. */
  public TextDecoder text() {
    return text;
  }

  /** Digest of the whole file, hexadecimal; the rest of it is read first. */
  public String sha256OfAll() throws IOException {
    file.transferTo(OutputStream.nullOutputStream());
    return HexFormat.of().formatHex(file.getMessageDigest().digest());
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.text;

import io.otd.core.internal.files.FileDigest;
import io.otd.table.format.TextEncoding;
import io.otd.table.internal.source.PipedFile;
import io.otd.table.problem.InputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/**
 * A text file, plain or gzipped (detected by its first bytes, not by its name). The digest is of
 * the bytes on disk, read in the same pass.
 *
 * @param file its bytes
 * @param text its characters
 */
public record TextSource(DigestInputStream file, TextDecoder text) implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /**
   * Opens a file.
   *
   * @param name of the file, for messages
   * @param path of the file; {@link PipedFile#STANDARD_INPUT} is that of the process
   * @throws InputException if it does not exist, is a directory, cannot be read, or is not text
   */
  public static TextSource open(String name, Path path, TextEncoding encoding) throws IOException {
    DigestInputStream file = new DigestInputStream(bytes(name, path), FileDigest.newSha256());
    try {
      return new TextSource(file, text(name, file, encoding));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static InputStream bytes(String name, Path path) throws IOException {
    if (path.equals(PipedFile.STANDARD_INPUT)) {
      return PipedFile.bytes(path);
    }
    if (Files.isDirectory(path)) {
      throw new InputException(name + ": a directory (expected: a file)");
    }
    if (!Files.exists(path)) {
      throw new InputException(name + ": no such file (expected: a readable table)");
    }
    if (!Files.isReadable(path)) {
      throw new InputException(name + ": not readable (expected: a readable table)");
    }
    return PipedFile.bytes(path);
  }

  private static TextDecoder text(String name, InputStream file, TextEncoding encoding)
      throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(file, BUFFER);
    byte[] head = head(bytes);
    if (startsWith(head, 0x1f, 0x8b)) {
      bytes = new BufferedInputStream(new GZIPInputStream(bytes, BUFFER), BUFFER);
      head = head(bytes);
    }
    requireText(name, head);
    if (isUtf32(head)) {
      throw new InputException(
          name
              + ": text in UTF-32 (expected: UTF-8 or UTF-16; iconv -f UTF-32 -t UTF-8 converts it)");
    }
    if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) {
      // This decoder consumes the byte order mark itself.
      return new TextDecoder(bytes, 0, StandardCharsets.UTF_16);
    }
    if (startsWith(head, 0xef, 0xbb, 0xbf)) {
      bytes.skipNBytes(3);
      return new TextDecoder(bytes, 3, StandardCharsets.UTF_8);
    }
    return new TextDecoder(bytes, 0, charset(name, head, encoding));
  }

  /** Four bytes a character, in either order, of which two are 0. */
  private static boolean isUtf32(byte[] head) {
    int characters = head.length / 4;
    int little = 0;
    int big = 0;
    for (int i = 0; i < 4 * characters; i += 4) {
      little += head[i] != 0 && head[i + 2] == 0 && head[i + 3] == 0 ? 1 : 0;
      big += head[i] == 0 && head[i + 1] == 0 && head[i + 3] != 0 ? 1 : 0;
    }
    return characters > 1 && (little == characters || big == characters);
  }

  /** Every second byte of most texts in UTF-16 is 0; in other texts, none is. */
  private static Charset charset(String name, byte[] head, TextEncoding encoding) {
    int pairs = head.length / 2;
    int high = 0;
    int low = 0;
    for (int i = 0; i < 2 * pairs; i += 2) {
      high += head[i] == 0 ? 1 : 0;
      low += head[i + 1] == 0 ? 1 : 0;
    }
    boolean wide = encoding == TextEncoding.AUTO || encoding == TextEncoding.UTF_16;
    if (wide && 2 * low > pairs && high == 0) {
      return StandardCharsets.UTF_16LE;
    }
    if (wide && 2 * high > pairs && low == 0) {
      return StandardCharsets.UTF_16BE;
    }
    if (high + low > 0 && encoding != TextEncoding.UTF_16) {
      throw new InputException(
          name + ": a binary file, with bytes 0 in it (expected: text; or data.encoding: utf_16)");
    }
    return encoding.charset();
  }

  /**
   * Checks the first bytes of a file, which stay to be read.
   *
   * @param name of the file, for messages
   * @throws InputException if they are those of a format that is none of text
   */
  public static void requireText(String name, BufferedInputStream bytes) throws IOException {
    requireText(name, head(bytes));
  }

  private static void requireText(String name, byte[] head) {
    ForeignFormat.of(head)
        .ifPresent(
            what -> {
              throw new InputException(name + ": " + what);
            });
  }

  private static byte[] head(BufferedInputStream bytes) throws IOException {
    bytes.mark(ForeignFormat.HEAD);
    byte[] head = bytes.readNBytes(ForeignFormat.HEAD);
    bytes.reset();
    return head;
  }

  private static boolean startsWith(byte[] head, int... mark) {
    boolean all = head.length >= mark.length;
    for (int i = 0; all && i < mark.length; i++) {
      all = (head[i] & 0xff) == mark[i];
    }
    return all;
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

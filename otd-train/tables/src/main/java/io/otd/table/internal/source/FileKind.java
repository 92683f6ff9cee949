// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The kind of a table's file, as far as its first bytes show. */
public enum FileKind {
  /** CSV or ARFF, plain or gzipped; also what is not there, or cannot be opened. */
  TEXT,
  /** One Parquet file. */
  PARQUET,
  /** One file of JSON objects, plain or gzipped. */
  JSON,
  /** A folder. */
  FOLDER,
  /** A pattern of names, such as {@code sales/*.parquet}. */
  PATTERN;

  private static final byte[] PARQUET_MARK = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern JSON_NAME = Pattern.compile(".*\\.(jsonl|ndjson|json)(\\.gz)?");
  private static final Pattern OBJECTS = Pattern.compile("\\s*(?:\\[\\s*)?\\{");
  private static final Pattern WILD = Pattern.compile(".*[*?\\[].*");
  private static final int HEAD = 64;

  /** Looks at a file; a pipe is not looked at. */
  public static FileKind of(Path path) {
    if (Files.isDirectory(path)) {
      return FOLDER;
    }
    if (!Files.exists(path)) {
      return isPattern(path.toString()) ? PATTERN : TEXT;
    }
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      return TEXT;
    }
    if (JSON_NAME.matcher(path.toString().toLowerCase(Locale.ROOT)).matches()) {
      return JSON;
    }
    try (InputStream file = new BufferedInputStream(Files.newInputStream(path))) {
      byte[] head = head(file);
      if (Arrays.equals(PARQUET_MARK, 0, PARQUET_MARK.length, head, 0, Math.min(4, head.length))) {
        return PARQUET;
      }
      return OBJECTS.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt()
          ? JSON
          : TEXT;
    } catch (IOException e) {
      return TEXT; // its reader reports what is wrong
    }
  }

  /** Whether a name represents several files. */
  public static boolean isPattern(String name) {
    return WILD.matcher(name).matches();
  }

  private static byte[] head(InputStream file) throws IOException {
    file.mark(HEAD);
    byte[] head = file.readNBytes(HEAD);
    if (head.length > 2 && head[0] == (byte) 0x1f && head[1] == (byte) 0x8b) {
      file.reset();
      return new GZIPInputStream(file).readNBytes(HEAD);
    }
    return head;
  }
}

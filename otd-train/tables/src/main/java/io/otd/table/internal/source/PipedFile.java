// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A table that comes through a pipe, copied to a temporary file, so that it can be read twice.
 *
 * @param name of the pipe
 * @param copy a temporary file with its bytes
 */
public record PipedFile(String name, Path copy) implements Closeable {
  /** The standard input of the process. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private static final String NAME = "stdin";

  /** Whether a path is the standard input, a pipe or another file that can be read only once. */
  public static boolean isMeantBy(Path path) {
    return path.equals(STANDARD_INPUT)
        || (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path));
  }

  /**
   * Reads it to its end.
   *
   * @throws IOException if it cannot be read, or there is no space for its copy
   */
  public static PipedFile copied(Path path) throws IOException {
    try (InputStream bytes = bytes(path)) {
      return copied(path, bytes);
    }
  }

  private static PipedFile copied(Path path, InputStream bytes) throws IOException {
    Path copy = Files.createTempFile("otd", ".table");
    try {
      Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
      return new PipedFile(name(path), copy);
    } catch (IOException e) {
      Files.delete(copy);
      throw new IOException("%s, copied to %s: %s".formatted(name(path), copy, e.getMessage()), e);
    }
  }

  /**
   * Begins to read a file, which may be a pipe.
   *
   * @throws IOException if it cannot be read
   */
  public static InputStream bytes(Path path) throws IOException {
    if (path.equals(STANDARD_INPUT)) {
      return System.in;
    }
    // The stream of a channel asks for its position, which a pipe does not have.
    return isMeantBy(path) ? new FileInputStream(path.toFile()) : Files.newInputStream(path);
  }

  /** The text that comes through it, which is read only once. */
  static SourceFiles text(Path path) {
    return files(name(path), FileKind.TEXT, path);
  }

  private static String name(Path path) {
    return path.equals(STANDARD_INPUT) ? NAME : path.toString();
  }

  private static SourceFiles files(String name, FileKind kind, Path path) {
    return new SourceFiles(
        name, path, kind, List.of(new SourceFile(name, path, Map.of())), List.of());
  }

  /** The copy, under the name of the pipe. */
  public SourceFiles files() {
    return files(name, FileKind.of(copy), copy);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(copy);
  }
}

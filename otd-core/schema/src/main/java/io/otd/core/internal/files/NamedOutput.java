// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** A file being written, whose errors name it: the system's say only "No space left on device". */
final class NamedOutput extends FilterOutputStream {
  private final Path name;

  private NamedOutput(OutputStream out, Path name) {
    super(out);
    this.name = name;
  }

  /**
   * Opens a file.
   *
   * @param file to be written
   * @param name of the file in errors
   */
  static OutputStream open(Path file, Path name, OpenOption... options) throws IOException {
    return new NamedOutput(Files.newOutputStream(file, options), name);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      throw named(e);
    }
  }

  private IOException named(IOException e) {
    FileSystemException named = new FileSystemException(name.toString(), null, e.getMessage());
    named.initCause(e);
    return named;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.store;

import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file in the folder {@code java.io.tmpdir}. Its name is gone once it is open, where
 * the system allows that, so that nothing is left however the process ends; its space is free again
 * when the process has ended or nothing refers to the file any more.
 */
public final class UnnamedFile {
  private final FileChannel channel;
  private final Path folder;

  private UnnamedFile(FileChannel channel, Path folder) {
    this.channel = channel;
    this.folder = folder;
  }

  /**
   * Makes one.
   *
   * @param purpose a word for its name
   * @throws InputException if it cannot be made, naming the folder
   */
  public static UnnamedFile create(String purpose) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      Path file = Files.createTempFile(folder, "otd-" + purpose + "-", ".tmp");
      return new UnnamedFile(
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE),
          folder);
    } catch (IOException e) {
      throw new InputException(
          "%s: %s (expected: a folder for temporary files, -Djava.io.tmpdir)"
              .formatted(folder, e.getMessage()));
    }
  }

  /**
   * Adds bytes at the end.
   *
   * @param bytes from its position to its limit
   * @return where they begin
   * @throws InputException if there is no space, naming the folder
   */
  public synchronized long append(ByteBuffer bytes) {
    try {
      long position = channel.size();
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
      return position;
    } catch (IOException e) {
      throw new InputException(
          "temporary file in %s: %s (expected: space for a table that does not fit data.memory; another folder: -Djava.io.tmpdir)"
              .formatted(folder, e.getMessage()));
    }
  }

  /**
   * Fills a buffer from its position to its limit; by any number of threads.
   *
   * @param position in the file, in bytes
   */
  public void read(ByteBuffer into, long position) {
    try {
      long at = position;
      while (into.hasRemaining()) {
        int got = channel.read(into, at);
        if (got < 0) {
          throw new IOException("ends at byte " + at);
        }
        at += got;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("temporary file in " + folder, e);
    }
  }
}

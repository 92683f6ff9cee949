// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.store;

import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary file in the folder {@code java.io.tmpdir}. Its name is gone once it is open, where
 * the system allows that, so that nothing is left however the process ends; its space is free again
 * when the process has ended or nothing refers to the file any more.
 *
 * @param file not a channel, which an interrupt of a thread that reads would close for all
 * @param folder in which it lies
 */
public record UnnamedFile(RandomAccessFile file, Path folder) {
  /**
   * Makes one.
   *
   * @param purpose a word for its name
   * @throws InputException if it cannot be made, naming the folder
   */
  public static UnnamedFile create(String purpose) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      Path path = Files.createTempFile(folder, "otd-" + purpose + "-", ".tmp");
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      if (!path.toFile().delete()) {
        path.toFile().deleteOnExit(); // an open file keeps its name on some systems
      }
      return new UnnamedFile(file, folder);
    } catch (IOException e) {
      throw new InputException(
          "%s: %s (expected: a folder for temporary files, -Djava.io.tmpdir)"
              .formatted(folder, e.getMessage()));
    }
  }

  /**
   * Adds bytes at the end.
   *
   * @param bytes from its position to its limit; it has an array
   * @return where they begin
   * @throws InputException if there is no space, naming the folder
   */
  public synchronized long append(ByteBuffer bytes) {
    try {
      long position = file.length();
      file.seek(position);
      file.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      bytes.position(bytes.limit());
      return position;
    } catch (IOException e) {
      throw new InputException(
          "temporary file in %s: %s (expected: space for a table that does not fit data.memory; another folder: -Djava.io.tmpdir)"
              .formatted(folder, e.getMessage()));
    }
  }

  /**
   * Fills a buffer, which has an array, from its position to its limit; by any number of threads,
   * interrupted or not.
   *
   * @param position in the file, in bytes
   */
  public synchronized void read(ByteBuffer into, long position) {
    try {
      file.seek(position);
      file.readFully(into.array(), into.arrayOffset() + into.position(), into.remaining());
      into.position(into.limit());
    } catch (IOException e) {
      throw new UncheckedIOException("temporary file in " + folder, e);
    }
  }
}

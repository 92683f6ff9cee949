// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Files that can be read to their end: opening a FIFO may never return, and a device may never end.
 * Symbolic links to regular files are followed.
 */
public final class RegularFiles {
  private RegularFiles() {}

  /**
   * Looks at a file without opening it.
   *
   * @return its size in bytes
   * @throws InvalidFileException if it is missing, may not be read, or is no regular file
   * @throws IOException if that cannot be found out
   */
  public static long size(Path file) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      throw new InvalidFileException(
          file, isPresent(file) ? "a link to nothing (expected: a file)" : "missing", e);
    } catch (AccessDeniedException e) {
      throw unreadable(file);
    }
    if (attributes.isDirectory()) {
      throw new InvalidFileException(file, "is a directory (expected: a file)");
    }
    if (!attributes.isRegularFile()) {
      throw new InvalidFileException(file, "is a FIFO, socket or device (expected: a file)");
    }
    if (!Files.isReadable(file)) {
      throw unreadable(file);
    }
    return attributes.size();
  }

  private static InvalidFileException unreadable(Path file) {
    return new InvalidFileException(file, "may not be read by this process");
  }

  /**
   * All bytes of a file.
   *
   * @throws InvalidFileException as {@link #size}
   * @throws IOException if it cannot be read
   */
  public static byte[] bytes(Path file) throws IOException {
    long unused = size(file);
    return Files.readAllBytes(file);
  }

  /** Whether there is something in a directory under a name, be it a link to nothing. */
  public static boolean isPresent(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of a version as a look finds them: if nothing of this has changed, another trial fails
 * like the last one.
 *
 * @param files size and time of each
 */
record VersionFiles(Map<Path, FileState> files) {
  private static final int DEPTH = 4;
  private static final int MOST = 10_000;

  /**
   * What a look finds of a file.
   *
   * @param bytes its size
   * @param modified when it was changed
   */
  record FileState(long bytes, FileTime modified) {}

  /**
   * Looks at a version.
   *
   * @param version its directory
   */
  static VersionFiles of(Path version) {
    Map<Path, FileState> files = new HashMap<>();
    try {
      Files.walkFileTree(version, Set.of(FileVisitOption.FOLLOW_LINKS), DEPTH, new Visitor(files));
    } catch (IOException e) {
      return new VersionFiles(Map.of());
    }
    return new VersionFiles(files);
  }

  private static final class Visitor extends SimpleFileVisitor<Path> {
    private final Map<Path, FileState> files;

    Visitor(Map<Path, FileState> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      files.put(file, new FileState(attributes.size(), attributes.lastModifiedTime()));
      return files.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    /** A link in a circle, or a directory that may not be read. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    /** A directory whose files disappeared meanwhile. */
    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.savedmodel.VersionDirectories;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.OptionalLong;

/**
 * A version being written: a directory that no server reads, renamed to its number in one step once
 * it is complete. Closing removes what was not published.
 */
record Publication(Path base, OptionalLong version, Path directory) implements AutoCloseable {
  /** Another process may take the next free number first. */
  private static final int ATTEMPTS = 100;

  /**
   * Makes the directory to write into.
   *
   * @param base an existing directory
   * @param version requested version; by default the next free one
   * @throws FileAlreadyExistsException if the version already exists
   */
  static Publication open(Path base, OptionalLong version) throws IOException {
    if (version.isPresent()) {
      requireFree(base, version.getAsLong());
    }
    return new Publication(base, version, unfinished(base));
  }

  /** A new directory: processes in different containers may have the same number. */
  private static Path unfinished(Path base) throws IOException {
    for (int number = 0; ; number++) {
      Path directory = DurableFiles.temporarySibling(base.resolve("version-" + number));
      try {
        return Files.createDirectory(directory);
      } catch (FileAlreadyExistsException e) {
        // another exporter's, or left by one that was killed
      }
    }
  }

  private static void requireFree(Path base, long version) throws IOException {
    Path there = VersionDirectories.list(base).get(version);
    if (there != null) {
      throw new FileAlreadyExistsException(
          there.toString(), null, "version " + version + " is published and never changes");
    }
  }

  long publish() throws IOException {
    DurableFiles.syncTree(directory);
    for (int attempt = 1; ; attempt++) {
      long number = version.isPresent() ? version.getAsLong() : next();
      requireFree(base, number);
      Path target = base.resolve(Long.toString(number));
      try {
        DurableFiles.rename(directory, target);
        return number;
      } catch (IOException e) {
        boolean overtaken = Files.exists(target) && version.isEmpty();
        if (!overtaken || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private long next() throws IOException {
    NavigableMap<Long, Path> versions = VersionDirectories.list(base);
    return versions.isEmpty() ? 1 : Math.addExact(versions.lastKey(), 1);
  }

  @Override
  public void close() throws IOException {
    DurableFiles.deleteTree(directory);
  }
}

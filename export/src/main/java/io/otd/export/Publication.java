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
record Publication(Path base, OptionalLong wanted, Path directory) implements AutoCloseable {
  /** Another process may take the next free number first. */
  private static final int ATTEMPTS = 100;

  /**
   * Makes the directory to write into.
   *
   * @param base an existing directory
   * @param wanted requested version; by default the next free one
   * @throws FileAlreadyExistsException if the version already exists
   */
  static Publication open(Path base, OptionalLong wanted) throws IOException {
    if (wanted.isPresent()) {
      requireFree(base, wanted.getAsLong());
    }
    return new Publication(base, wanted, unfinished(base));
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
      long version = wanted.isPresent() ? wanted.getAsLong() : next();
      requireFree(base, version);
      Path target = base.resolve(Long.toString(version));
      try {
        DurableFiles.rename(directory, target);
        return version;
      } catch (IOException e) {
        boolean taken = Files.exists(target) && wanted.isEmpty();
        if (!taken || attempt == ATTEMPTS) {
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

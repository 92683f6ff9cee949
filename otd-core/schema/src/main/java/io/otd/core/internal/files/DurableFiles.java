// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Operations by which a file is either complete or absent after a crash. */
public final class DurableFiles {
  private static final Pattern TEMPORARY = Pattern.compile("\\..*\\.\\d+\\.tmp");

  /** As many as Linux follows. */
  private static final int MOST_LINKS = 40;

  private DurableFiles() {}

  /**
   * Forces a directory, and every file and directory below it, to the disk.
   *
   * @throws IOException if something cannot be written
   */
  public static void syncTree(Path root) throws IOException {
    for (Path path : deepestFirst(root)) {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        syncDirectory(path);
      } else {
        sync(path);
      }
    }
  }

  /**
   * Replaces a file, or creates it: a reader sees the old bytes or the new ones, never a mixture,
   * whenever the process or the machine stops. A link stays: the file that it names is replaced. A
   * device or a pipe stays, too, and gets the bytes.
   *
   * @param bytes its new content
   * @throws IOException if it cannot be written; the old content then stays
   */
  public static void replace(Path file, byte[] bytes) throws IOException {
    replace(file, out -> out.write(bytes));
  }

  /**
   * The same for content that is not in memory.
   *
   * @param content writes its new content
   * @throws IOException if it cannot be written; the old content then stays
   */
  public static void replace(Path file, IoConsumer<OutputStream> content) throws IOException {
    if (isStream(file)) {
      try (OutputStream out = NamedOutput.open(file, file, StandardOpenOption.WRITE)) {
        content.accept(out);
      }
      return;
    }
    Path target = behindLinks(file);
    Path temporary = temporarySibling(target);
    try {
      try (OutputStream out =
          NamedOutput.open(
              temporary,
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        content.accept(out);
      }
      sync(temporary);
      rename(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /**
   * Puts a finished file in its place, as {@link #replace(Path, byte[])} does.
   *
   * @param written the finished file, in or below {@link #workplace the workplace}
   * @throws IOException if it cannot be written; the old content then stays
   */
  public static void publish(Path written, Path file) throws IOException {
    if (isStream(file)) {
      replace(file, out -> Files.copy(written, out));
    } else {
      sync(written);
      rename(written, behindLinks(file));
    }
  }

  /**
   * A temporary name where a file can be prepared that {@link #publish} puts in its place.
   *
   * @throws IOException if the links that lead to it cannot be read
   */
  public static Path workplace(Path file) throws IOException {
    return temporarySibling(
        isStream(file)
            ? Path.of(System.getProperty("java.io.tmpdir")).resolve(file.getFileName())
            : behindLinks(file));
  }

  /**
   * Whether a path is a device, a pipe or a socket, which takes bytes and keeps none.
   *
   * @param path links are followed
   */
  public static boolean isStream(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  /**
   * The file that a path names in the end, whether it exists or not.
   *
   * @throws IOException if a link cannot be read, or too many follow each other
   */
  public static Path behindLinks(Path path) throws IOException {
    Path file = path.toAbsolutePath();
    for (int link = 0; Files.isSymbolicLink(file); link++) {
      if (link == MOST_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    return file;
  }

  /**
   * Renames in one step and forces the entry to the disk. An existing file is replaced; a non-empty
   * directory is not.
   *
   * @param from what is renamed
   * @param to its new name, in the same file system
   * @throws IOException if it cannot be renamed
   */
  public static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    syncDirectory(parent(to));
  }

  /**
   * A temporary name next to a path: hidden, and unique to this process.
   *
   * @param path what will be renamed to in the end
   */
  public static Path temporarySibling(Path path) {
    return parent(path)
        .resolve("." + path.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
  }

  /**
   * Removes from a directory what was begun under a {@linkplain #temporarySibling temporary name}
   * by a process that was killed. Nobody else may write into the directory meanwhile.
   *
   * @param directory the directory; what is in directories below it stays
   * @throws IOException if something cannot be removed
   */
  public static void removeAbandoned(Path directory) throws IOException {
    List<Path> abandoned;
    try (Stream<Path> paths = Files.list(directory)) {
      abandoned =
          paths.filter(p -> TEMPORARY.matcher(p.getFileName().toString()).matches()).toList();
    }
    for (Path path : abandoned) {
      deleteTree(path);
    }
  }

  /**
   * Removes a file, or a directory with all that is in it; links are removed, not followed. Nothing
   * happens if there is none.
   *
   * @param root a file or directory
   * @throws IOException if something cannot be removed
   */
  public static void deleteTree(Path root) throws IOException {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      for (Path path : deepestFirst(root)) {
        Files.delete(path);
      }
    }
  }

  /** Forces the names in a directory to the disk, where the system can do so. */
  public static void syncDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some systems cannot open directories; there the rename alone has to suffice.
      return;
    }
  }

  private static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static List<Path> deepestFirst(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }

  private static Path parent(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException("path: " + path + " (expected: not a root directory)");
    }
    return parent;
  }
}

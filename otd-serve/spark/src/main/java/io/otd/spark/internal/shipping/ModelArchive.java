// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import io.otd.core.internal.files.RegularFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** A folder as one file. The same folder gives the same bytes. */
final class ModelArchive {
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private ModelArchive() {}

  /** Writes all files below a folder. */
  static void pack(FileSystem files, Path folder, java.nio.file.Path to) throws IOException {
    List<Path> all = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> entries = files.listFiles(folder, true);
    while (entries.hasNext()) {
      all.add(entries.next().getPath());
    }
    all.sort(Comparator.comparing(Path::toString));
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
      for (Path file : all) {
        requireFile(file);
        ZipEntry entry = new ZipEntry(folder.toUri().relativize(file.toUri()).getPath());
        entry.setTimeLocal(NO_TIME);
        out.putNextEntry(entry);
        try (InputStream in = files.open(file)) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
  }

  /**
   * Requires that a file of this machine can be read to its end: opening a FIFO may never return.
   *
   * @param file of any file system, with its scheme
   * @throws io.otd.core.internal.files.InvalidFileException if it cannot
   * @throws IOException if that cannot be found out
   */
  static void requireFile(Path file) throws IOException {
    if ("file".equals(file.toUri().getScheme())) {
      long unused = RegularFiles.size(java.nio.file.Path.of(file.toUri()));
    }
  }

  /**
   * Writes the files to a folder.
   *
   * @throws IOException if it cannot be read or written, or a name leads out of the folder
   */
  static void unpack(java.nio.file.Path archive, java.nio.file.Path folder) throws IOException {
    java.nio.file.Path root = folder.toAbsolutePath().normalize();
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        java.nio.file.Path file = root.resolve(entry.getName()).normalize();
        if (!file.startsWith(root)) {
          throw new IOException(
              "%s: %s (expected: a name inside the archive)".formatted(archive, entry.getName()));
        }
        Files.createDirectories(file.resolveSibling(""));
        Files.copy(in, file);
      }
    }
  }
}

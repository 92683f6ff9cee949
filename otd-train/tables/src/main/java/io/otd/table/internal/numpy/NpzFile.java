// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.numpy;

import io.otd.core.internal.files.DurableFiles;
import io.otd.table.problem.InputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Arrays with names, as {@code numpy.savez} and {@code numpy.savez_compressed} write them.
 *
 * @param path of the file
 * @param zip that it is
 */
public record NpzFile(Path path, ZipFile zip) implements AutoCloseable {
  private static final String ENDING = ".npy";

  /** NumPy's own: no file depends on when it was written. */
  private static final LocalDateTime WRITTEN = LocalDateTime.of(1980, 1, 1, 0, 0);

  /**
   * Opens a file.
   *
   * @throws InputException if it is not such a file
   */
  public static NpzFile open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new InputException(path + ": no such file (expected: a readable .npz file)");
    }
    try {
      return new NpzFile(path, new ZipFile(path.toFile()));
    } catch (ZipException e) {
      throw new InputException(
          path + ": cut short, or not NumPy's format (expected: a file of numpy.savez)");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of the arrays, in order of the alphabet. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    zip.stream()
        .map(ZipEntry::getName)
        .filter(n -> n.endsWith(ENDING))
        .forEach(n -> names.add(n.substring(0, n.length() - ENDING.length())));
    return names;
  }

  /**
   * Opens an array, after its checksum was found right.
   *
   * @throws InputException if there is none, or it is damaged or of another kind
   */
  public NpyFile array(String name) {
    ZipEntry entry = zip.getEntry(name + ENDING);
    if (entry == null) {
      throw new InputException(
          "%s: no array \"%s\" (expected: one; there are %s)".formatted(path, name, names()));
    }
    String label = path + ", array \"" + name + "\"";
    try {
      long size = size(label, entry);
      return NpyFile.open(label, zip.getInputStream(entry), size);
    } catch (ZipException e) {
      throw damaged(label);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Number of bytes, all read once. */
  private long size(String label, ZipEntry entry) throws IOException {
    try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32())) {
      long size = in.transferTo(OutputStream.nullOutputStream());
      if (in.getChecksum().getValue() != entry.getCrc()) {
        throw damaged(label);
      }
      return size;
    }
  }

  private static InputException damaged(String label) {
    return new InputException(label + ": damaged (expected: the checksum in the file)");
  }

  /**
   * Writes a file as {@code numpy.savez} does: not compressed, for floating-point numbers hardly
   * get smaller. It is either complete or absent.
   *
   * @param path of the file; an existing file is replaced
   * @param arrays by name, in the order in which they are written
   * @throws IOException if it cannot be written
   */
  public static void write(Path path, Map<String, NpyArray> arrays) throws IOException {
    DurableFiles.replace(
        path,
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(out, 1 << 16))) {
            for (Map.Entry<String, NpyArray> array : arrays.entrySet()) {
              write(zip, array.getKey(), array.getValue());
            }
          }
        });
  }

  /** An uncompressed entry needs its size and checksum in front. */
  private static void write(ZipOutputStream zip, String name, NpyArray array) throws IOException {
    CheckedOutputStream checked =
        new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
    array.writeTo(checked);
    ZipEntry entry = new ZipEntry(name + ENDING);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(array.bytes());
    entry.setCrc(checked.getChecksum().getValue());
    entry.setTimeLocal(WRITTEN);
    zip.putNextEntry(entry);
    array.writeTo(zip);
    zip.closeEntry();
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.trained.TestModels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Exports of the test models with the default options, which all tests of a build share. They lie
 * in the directory that the system property {@code otd.test.exports} names, another one for each
 * build; without it, each JVM makes its own. They must not be changed.
 */
public final class TestExports {
  private static final Path ROOT = root();

  private TestExports() {}

  /** The directory of all versions of a model. There is one, 1. */
  public static Path base(TestModels model) throws IOException {
    Path base = ROOT.resolve(model.name());
    if (Files.notExists(base.resolve("1"))) {
      try {
        SavedModelExporter.export(model.model(), base, ExportOptions.DEFAULT.withVersion(1));
      } catch (FileAlreadyExistsException e) {
        // Another JVM was faster. The bytes are the same.
      }
    }
    return base;
  }

  /** The directory of version 1. */
  public static Path version(TestModels model) throws IOException {
    return base(model).resolve("1");
  }

  private static Path root() {
    String named = System.getProperty("otd.test.exports");
    try {
      if (named == null) {
        return Files.createTempDirectory("exports");
      }
      Path root = Path.of(named);
      Files.createDirectories(root.getParent());
      if (Files.notExists(root)) {
        deleteOthers(Files.createDirectory(root));
      }
      return root;
    } catch (FileAlreadyExistsException e) {
      return Path.of(named);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of earlier builds. */
  private static void deleteOthers(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root.getParent())) {
      List<Path> others =
          all.filter(path -> !path.startsWith(root) && !path.equals(root.getParent()))
              .sorted(Comparator.reverseOrder())
              .toList();
      for (Path other : others) {
        Files.deleteIfExists(other);
      }
    }
  }
}

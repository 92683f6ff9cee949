// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wheel, installed by pip without what it depends on. */
class WheelTest {
  private static final Path SOURCES = Release.TOP.resolve("otd-train/python/otd");

  @TempDir Path folder;

  private Path wheel;

  /** The build fails if pip cannot make it, and says so if there is no pip. */
  @BeforeEach
  void find() throws IOException {
    try (Stream<Path> files = Files.list(Release.FOLDER)) {
      Optional<Path> made = files.filter(file -> file.toString().endsWith(".whl")).findFirst();
      assumeThat(made).as("a wheel, made by a python3 with pip").isPresent();
      wheel = made.orElseThrow();
    }
  }

  @Test
  void has_every_module_and_the_version_of_the_sources() throws Exception {
    Path installed = folder.resolve("installed");
    Command.in(
            folder,
            "python3",
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--no-index",
            "--no-compile",
            "--target",
            installed,
            wheel)
        .lines();
    assertThat(modules(installed.resolve("otd"))).isEqualTo(modules(SOURCES)).isNotEmpty();
    String version =
        Files.readString(Release.TOP.resolve("pom.xml"))
            .replaceFirst("(?s).*<revision>([0-9.]+).*", "$1");
    assertThat(installed.resolve("otd-%s.dist-info".formatted(version))).isDirectory();
  }

  private static List<String> modules(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".py"))
          .sorted()
          .toList();
    }
  }
}

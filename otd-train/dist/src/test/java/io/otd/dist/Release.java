// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import java.nio.file.Path;

/** The results of {@code mvn -Prelease verify}, as given by the build. */
final class Release {
  static final String VERSION = property("version");
  static final String PLATFORM = property("platform");
  static final String TIMESTAMP = property("timestamp");

  /** The archive, the package, the bundle, the bill of materials. */
  static final Path FOLDER = Path.of(property("folder"));

  /** The Maven repository that the modules were deployed to. */
  static final Path STAGING = Path.of(property("staging"));

  /** The repository of the build, where the dependencies are. */
  static final Path BUILD_REPOSITORY = Path.of(property("repository"));

  static final Path MAVEN = Path.of(property("maven"), "bin", "mvn");
  static final Path ARCHIVE = FOLDER.resolve("otd-%s-%s.tar.gz".formatted(VERSION, PLATFORM));

  /** The top of the source tree; tests run two folders below it. */
  static final Path TOP = Path.of("..", "..").toAbsolutePath().normalize();

  private Release() {}

  /** Whether the version may be published. */
  static boolean isFinal() {
    return !VERSION.endsWith("-SNAPSHOT");
  }

  private static String property(String name) {
    String value = System.getProperty("release." + name);
    if (value == null) {
      throw new IllegalStateException(
          "release.%s: not set (expected: by the build)".formatted(name));
    }
    return value;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Credentials for a database. They are passed to the driver only. */
final class Credentials {
  /** The user's name. */
  static final String USER = "OTD_DB_USER";

  /** The password. */
  static final String PASSWORD = "OTD_DB_PASSWORD";

  /** The name of a file that has lines {@code user=...} and {@code password=...}. */
  static final String FILE = "OTD_DB_CREDENTIALS";

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final Optional<String> user;
  private final Optional<String> password;

  private Credentials(Optional<String> user, Optional<String> password) {
    this.user = user;
    this.password = password;
  }

  /**
   * Those of an environment: its variables, else the file that it names.
   *
   * @throws InputException if the file cannot be read, or others may read it
   */
  static Credentials of(Map<String, String> environment) {
    Properties file = new Properties();
    given(environment.get(FILE)).ifPresent(name -> read(Path.of(name), file));
    return new Credentials(
        given(environment.get(USER)).or(() -> given(file.getProperty("user"))),
        given(environment.get(PASSWORD)).or(() -> given(file.getProperty("password"))));
  }

  private static Optional<String> given(@org.jspecify.annotations.Nullable String text) {
    return Optional.ofNullable(text).filter(t -> !t.isEmpty());
  }

  private static void read(Path path, Properties into) {
    try {
      if (path.getFileSystem().supportedFileAttributeViews().contains("posix")
          && Files.getPosixFilePermissions(path).stream().anyMatch(OTHERS::contains)) {
        throw new InputException(
            "%s: %s can be read by others (expected: chmod 600)".formatted(FILE, path));
      }
      try (Reader reader = Files.newBufferedReader(path)) {
        into.load(reader);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          "%s: %s cannot be read (expected: a file with lines user=... and password=...)"
              .formatted(FILE, path));
    }
  }

  /** Adds them to the properties for a driver. */
  void addTo(Properties driver) {
    user.ifPresent(u -> driver.setProperty("user", u));
    password.ifPresent(p -> driver.setProperty("password", p));
  }

  /** A text without the password, should a driver repeat it. */
  String scrubbed(String text) {
    return password.map(p -> text.replace(p, "***")).orElse(text);
  }

  @Override
  public String toString() {
    return "credentials";
  }
}

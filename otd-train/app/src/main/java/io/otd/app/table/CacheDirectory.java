// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import io.otd.table.problem.InputException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The cache directory.
 *
 * @param environment of the process: {@code OTD_CACHE} the directory, else {@code otd} in {@code
 *     XDG_CACHE_HOME} or {@code ~/.cache}
 */
public record CacheDirectory(Map<String, String> environment) {
  /** The variable that names the directory. */
  static final String VARIABLE = "OTD_CACHE";

  /** The variable that controls whether compiled programs are kept. */
  static final String PROGRAMS = "OTD_KEEP_PROGRAMS";

  /** That of this process. */
  public static CacheDirectory ofProcess() {
    return new CacheDirectory(System.getenv());
  }

  /**
   * The directory of compiled programs, unless {@value #PROGRAMS} is {@code false}.
   *
   * @throws InputException if it is neither that nor {@code true}
   */
  public Optional<Path> programs() {
    String kept = environment.getOrDefault(PROGRAMS, "");
    return switch (kept) {
      case "", "true" -> Optional.of(path().resolve("programs"));
      case "false" -> Optional.empty();
      default -> throw new InputException(PROGRAMS + ": '" + kept + "' (expected: true or false)");
    };
  }

  /** The directory; it need not exist. */
  public Path path() {
    String given = environment.getOrDefault(VARIABLE, "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The JVM's user.home ignores HOME.
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    return (xdg.isEmpty() ? Path.of(home, ".cache") : Path.of(xdg)).resolve("otd");
  }
}

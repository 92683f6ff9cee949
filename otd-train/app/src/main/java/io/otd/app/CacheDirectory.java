// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where things are kept that can be had again.
 *
 * @param environment of the process: {@code OTD_CACHE} the directory, else {@code otd} in {@code
 *     XDG_CACHE_HOME} or {@code ~/.cache}
 */
record CacheDirectory(Map<String, String> environment) {
  /** The variable that names the directory. */
  static final String VARIABLE = "OTD_CACHE";

  /** The directory; it need not exist. */
  Path path() {
    String given = environment.getOrDefault(VARIABLE, "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    return (xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg))
        .resolve("otd");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cache of a command, and whether it is ignored. */
public final class CacheOptions {
  @Option(names = "--cache", paramLabel = "DIR", description = "Directory of the cache.")
  private @Nullable Path cache;

  @Option(names = "--again", description = "Ignore the cache: download or compute again.")
  private boolean again;

  /** Whether existing files are ignored. */
  public boolean again() {
    return again;
  }

  /** The environment of this process, with the directory given, if one is. */
  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (cache != null) {
      environment.put(CacheDirectory.VARIABLE, cache.toString());
    }
    return environment;
  }

  /** The directory; it need not exist. */
  public Path directory() {
    return new CacheDirectory(environment()).path();
  }
}

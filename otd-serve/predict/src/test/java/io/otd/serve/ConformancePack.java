// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The cases and third-party models outside the repository, if there are any. */
public final class ConformancePack {
  private ConformancePack() {}

  /** The folder, if one of the parent folders contains it. */
  public static Optional<Path> find() {
    for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
      Path pack = here.resolve("shared").resolve("conformance");
      if (Files.isDirectory(pack)) {
        return Optional.of(pack);
      }
    }
    return Optional.empty();
  }

  /** The folder; without one the test is skipped. */
  public static Path require() {
    Optional<Path> pack = find();
    assumeTrue(pack.isPresent(), "no ../shared/conformance");
    return pack.orElseThrow();
  }

  /** One version of a model. */
  public static Path model(String name, String version) {
    return require().resolve("models").resolve(name).resolve(version);
  }
}

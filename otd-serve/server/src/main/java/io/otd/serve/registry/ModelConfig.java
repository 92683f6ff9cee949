// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import java.nio.file.Path;
import java.util.Map;

/**
 * A model to be served.
 *
 * @param name in requests
 * @param basePath absolute; its subdirectories whose names are numbers are the versions
 * @param policy which of them
 * @param labels names of versions
 */
public record ModelConfig(
    String name, Path basePath, VersionPolicy policy, Map<String, Long> labels) {
  /** Checks name and path, and copies the labels. */
  public ModelConfig {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a model without a name");
    }
    if (!basePath.isAbsolute()) {
      throw new IllegalArgumentException(
          "Expected model %s to have an absolute path; got base_path()=%s"
              .formatted(name, basePath));
    }
    labels = Map.copyOf(labels);
  }

  /**
   * The latest version of a model, without labels.
   *
   * @param name in requests
   * @param basePath absolute
   */
  public static ModelConfig latest(String name, Path basePath) {
    return new ModelConfig(name, basePath, new VersionPolicy.Latest(1), Map.of());
  }
}

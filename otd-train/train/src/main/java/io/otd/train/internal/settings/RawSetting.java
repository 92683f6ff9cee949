// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.nio.file.Path;

/**
 * A setting as given by a user.
 *
 * @param path key, e.g. {@code model.hidden}
 * @param value what it should be
 * @param origin where it was given, e.g. {@code run.yaml, line 3}
 * @param folder that relative file names start from
 */
public record RawSetting(String path, RawValue value, String origin, Path folder) {
  /** The option for any setting. */
  static final String SET = "--set";

  /**
   * The name for a message: the option, if it sets only this setting; otherwise the place where the
   * setting was given and its path.
   */
  String place() {
    return origin.startsWith("--") && !origin.equals(SET) ? origin : origin + ": " + path;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import java.util.List;

/**
 * A setting that there is.
 *
 * @param path e.g. {@code model.hidden}
 * @param kind of its values
 * @param description one sentence
 * @param standard the default
 */
record SettingKey(String path, ValueKind kind, String description, Object standard) {
  /** The default as written in a configuration file. */
  String standardText() {
    return kind.format(standard);
  }

  /** {@code model}. */
  String section() {
    return path.substring(0, path.indexOf('.'));
  }

  /** {@code hidden}. */
  String name() {
    return path.substring(path.indexOf('.') + 1);
  }

  /** Paths of some keys. */
  static List<String> paths(List<SettingKey> keys) {
    return keys.stream().map(SettingKey::path).toList();
  }
}

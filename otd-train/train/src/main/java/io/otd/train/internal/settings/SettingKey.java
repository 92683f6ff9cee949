// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.core.internal.settings.Flags;
import java.util.List;
import java.util.Optional;

/**
 * A setting that there is.
 *
 * @param path e.g. {@code model.hidden}
 * @param kind of its values
 * @param description one sentence
 * @param standard the default
 * @param byRule whether a rule chooses the value if there is none
 * @param flags its options on a command line, if it has some of its own
 */
public record SettingKey(
    String path,
    ValueKind kind,
    String description,
    Object standard,
    boolean byRule,
    Optional<Flags> flags) {
  /** The default as written in a configuration file. */
  public String standardText() {
    return kind.format(standard);
  }

  /** {@code model}. */
  public String section() {
    return path.substring(0, path.indexOf('.'));
  }

  /** {@code hidden}. */
  public String name() {
    return path.substring(path.indexOf('.') + 1);
  }

  /** Paths of some keys. */
  public static List<String> paths(List<SettingKey> keys) {
    return keys.stream().map(SettingKey::path).toList();
  }
}

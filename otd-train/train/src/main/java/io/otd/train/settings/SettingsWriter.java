// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.train.internal.settings.SettingsText;

/** Writes settings: as a configuration file, and as documentation. */
public final class SettingsWriter {
  private SettingsWriter() {}

  /** A configuration file with every setting; reading it gives equal settings. */
  public static String yaml(Settings settings) {
    return yaml(settings, false);
  }

  /** The same, with a comment before each setting. */
  public static String commentedYaml(Settings settings) {
    return yaml(settings, true);
  }

  private static String yaml(Settings settings, boolean comments) {
    return SettingsText.yaml(Settings.TREE.keys(settings), comments);
  }

  /** A table of all settings in Markdown. */
  public static String markdown() {
    return SettingsText.markdown(Settings.TREE.keys(Settings.STANDARD));
  }

  /** A table of all methods in Markdown. */
  public static String methods() {
    StringBuilder text = new StringBuilder("| `--method` | what it is |\n|---|---|\n");
    for (Method method : Method.values()) {
      text.append("| `%s` | %s |\n".formatted(method.label(), method.description()));
    }
    return text.toString();
  }
}

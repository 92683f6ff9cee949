// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.train.internal.settings.SettingsText;
import java.util.Map;
import java.util.stream.Collectors;

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

  /** A table of all methods in Markdown, with the settings that make them. */
  public static String methods() {
    StringBuilder text = new StringBuilder("| `--method` | what it is | its settings |\n");
    text.append("|---|---|---|\n");
    for (Method method : Method.values()) {
      Map<String, String> flat = method.standard().flat();
      String own =
          method.own().stream()
              .map(path -> "`" + path + ": " + flat.get(path) + "`")
              .collect(Collectors.joining(", "));
      text.append(
          "| `%s` | %s | %s |\n"
              .formatted(
                  method.label(),
                  method.description(),
                  !own.isEmpty() ? own : method.grown() ? "none" : "the defaults"));
    }
    return text.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

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
    StringBuilder text = new StringBuilder();
    String section = "";
    for (SettingKey key : SettingsTree.keys(settings)) {
      if (!key.section().equals(section)) {
        section = key.section();
        text.append(section).append(":\n");
      }
      if (comments) {
        text.append("  # %s (%s)%n".formatted(key.description(), key.kind().expected()));
      }
      text.append("  ").append(key.name()).append(": ").append(key.standardText()).append('\n');
    }
    return text.toString();
  }

  /** A table of all settings in Markdown. */
  public static String markdown() {
    StringBuilder text = new StringBuilder("| setting | default | values | what it is |\n");
    text.append("|---|---|---|---|\n");
    for (SettingKey key : SettingsTree.keys(Settings.STANDARD)) {
      text.append(
          "| `%s` | `%s` | %s | %s |\n"
              .formatted(key.path(), key.standardText(), key.kind().expected(), key.description()));
    }
    return text.toString();
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

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.util.List;

/** Settings as a configuration file, and as a table of documentation. */
public final class SettingsText {
  private SettingsText() {}

  /**
   * A configuration file of all settings.
   *
   * @param keys with their values as defaults
   * @param comments whether each has its description before it
   */
  public static String yaml(List<SettingKey> keys, boolean comments) {
    StringBuilder text = new StringBuilder();
    String section = "";
    for (SettingKey key : keys) {
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

  /** A table in Markdown, with the options of a command line where settings have some. */
  public static String markdown(List<SettingKey> keys) {
    boolean flags = keys.stream().anyMatch(key -> key.flags().isPresent());
    StringBuilder text = new StringBuilder();
    text.append(flags ? "| setting | option | default" : "| setting | default");
    text.append(" | values | what it is |\n");
    text.append(flags ? "|---|---|---|---|---|\n" : "|---|---|---|---|\n");
    for (SettingKey key : keys) {
      String option = key.flags().map(all -> " `" + all.value()[0] + "` |").orElse("");
      text.append(
          "| `%s` |%s `%s` | %s | %s |\n"
              .formatted(
                  key.path(),
                  option,
                  key.standardText(),
                  key.kind().expected(),
                  key.description()));
    }
    return text.toString();
  }
}

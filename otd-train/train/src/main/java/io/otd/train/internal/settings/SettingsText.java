// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings as a configuration file, and as entries of documentation. */
public final class SettingsText {
  /** A longer text of limits, in characters, is written once. */
  private static final int MOST_REPEATED = 60;

  private static final int MOST_IN_LINE = 160;

  /** The default of a setting that has none. */
  private static final String UNSET = "null";

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

  /** A list in Markdown, a heading for each section and an entry for each setting. */
  public static String markdown(List<SettingKey> keys) {
    StringBuilder text = new StringBuilder();
    Map<String, String> listed = new HashMap<>();
    String section = "";
    for (SettingKey key : keys) {
      if (!key.section().equals(section)) {
        text.append(section.isEmpty() ? "" : "\n");
        section = key.section();
        text.append("## ").append(section).append("\n\n");
      }
      text.append(entry(key, listed));
    }
    return text.toString();
  }

  private static String entry(SettingKey key, Map<String, String> listed) {
    String option = key.flags().map(all -> " (`" + all.value()[0] + "`)").orElse("");
    String limits = key.kind().limits();
    String first = listed.putIfAbsent(limits, key.path());
    if (first != null && limits.length() > MOST_REPEATED) {
      limits = "as `" + first + "`";
    }
    return wrapped(
        "- **`%s`**%s: %s%s"
            .formatted(key.path(), option, key.description(), end(key.standardText(), limits)));
  }

  /** An entry in lines that are not too long to be read in an editor. */
  private static String wrapped(String entry) {
    StringBuilder lines = new StringBuilder();
    int length = 0;
    for (String word : entry.split(" ", -1)) {
      if (length > 0 && length + 1 + word.length() > MOST_IN_LINE) {
        lines.append("\n  ");
        length = 2;
      } else if (length > 0) {
        lines.append(' ');
        length++;
      }
      lines.append(word);
      length += word.length();
    }
    return lines.append('\n').toString();
  }

  /** Default and limits; what is unset by default has none. */
  private static String end(String standard, String limits) {
    if (!standard.equals(UNSET)) {
      return " *Default `%s`%s.*".formatted(standard, limits.isEmpty() ? "" : "; " + limits);
    }
    return limits.isEmpty()
        ? ""
        : " *%s%s.*".formatted(Character.toUpperCase(limits.charAt(0)), limits.substring(1));
  }
}

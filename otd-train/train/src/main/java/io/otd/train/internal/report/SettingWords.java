// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.train.internal.settings.SettingsTree;
import io.otd.train.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values of settings as a report says them. */
public final class SettingWords {
  private SettingWords() {}

  /**
   * {@code automatic} for a value that a rule chooses, {@code none} for one that is not set.
   *
   * @param values as written in a configuration file, by the paths of the settings
   */
  public static Map<String, String> of(Map<String, String> values) {
    Map<String, String> words = new LinkedHashMap<>(values);
    SettingsTree.of(Settings.class)
        .keys(Settings.STANDARD)
        .forEach(key -> words.replace(key.path(), "null", key.byRule() ? "automatic" : "none"));
    return words;
  }
}

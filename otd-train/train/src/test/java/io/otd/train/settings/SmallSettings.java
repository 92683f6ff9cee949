// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import java.nio.file.Path;
import java.util.List;

/** Settings of quick runs. */
public final class SmallSettings {
  private SmallSettings() {}

  /**
   * Settings for a table.
   *
   * @param table with the target {@code y}
   * @param yaml settings
   * @param more in the format of {@code --set}; applied after the others
   */
  public static Settings of(Path table, String yaml, String... more) {
    SettingsReader reader =
        new SettingsReader()
            .text(yaml, "test")
            .value("data.file", List.of(table.toString()), "test")
            .value("data.target", List.of("y"), "test");
    for (String assignment : more) {
      reader.assignment(assignment);
    }
    return reader.settings().ofOneMethod();
  }
}

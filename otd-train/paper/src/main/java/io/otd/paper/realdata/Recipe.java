// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.core.internal.files.ClassResource;
import io.otd.train.settings.SettingsReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a model is trained in the comparison: a file of settings for all sets, and where a set needs
 * others, one for it.
 *
 * @param name of its file, of its directories and on the command line
 * @param label for readers
 */
public record Recipe(String name, String label) {
  /** Our own method, to which the targets apply. */
  static final Recipe OTD = new Recipe("otd", "OTD, the defaults");

  private static final List<Recipe> ALL =
      List.of(
          OTD,
          new Recipe("pool", "weighted pool, the default"),
          new Recipe("paper", "OTD as in the paper"),
          new Recipe("mc-dropout", "MC Dropout"),
          new Recipe("mdn", "mixture density network"),
          new Recipe("deep-ensemble", "deep ensemble"));

  /** All of them, our own first. */
  public static List<Recipe> all() {
    return ALL;
  }

  /** Adds the settings for a data set to a reader. */
  void configure(SettingsReader reader, String set) {
    for (String file : List.of(name + ".yaml", name + "-" + set + ".yaml")) {
      ClassResource.find(Recipe.class, file)
          .ifPresent(text -> reader.text(new String(text, StandardCharsets.UTF_8), file));
    }
  }
}

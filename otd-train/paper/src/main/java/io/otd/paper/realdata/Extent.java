// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.settings.SettingsReader;
import java.util.List;

/**
 * The scale of the comparison.
 *
 * @param name on the command line
 * @param judged whether the numbers are meaningful
 * @param settings that cut it short
 */
public record Extent(String name, boolean judged, List<String> settings) {
  /** Some seconds a run: enough to see that everything runs. */
  public static final Extent QUICK =
      new Extent(
          "quick",
          false,
          List.of("training.steps=60", "training.validate_every=20", "evaluation.draws=100"));

  /** Some minutes: all tables and folds, a thousand steps of each network. */
  public static final Extent REDUCED =
      new Extent("reduced", false, List.of("training.steps=1000", "evaluation.draws=250"));

  /** The paper's protocol. */
  public static final Extent PAPER = new Extent("paper", true, List.of());

  /** Keeps the list. */
  public Extent {
    settings = List.copyOf(settings);
  }

  void configure(SettingsReader reader) {
    settings.forEach(reader::assignment);
  }
}

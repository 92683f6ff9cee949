// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.core.metrics.CoverageLevels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether intervals follow the observed values.
 *
 * @param intervals whether they do
 * @param levels of the intervals that do
 * @param by column whose groups have their own; empty for none
 * @param state folder of what they have learned; empty for the models' own folders
 */
public record AdaptSettings(
    @Setting("Let the intervals of :distribution follow the observed values of :observe.")
        @Flags("--adapt")
        boolean intervals,
    @Setting(
            value = "Levels of the intervals that follow the observed values.",
            above = 0,
            below = 1)
        @Flags(value = "--adapt-levels", label = "LEVEL")
        List<Double> levels,
    @Setting(
            "Column whose groups have intervals of their own, once they have enough observed values.")
        @Flags(value = "--adapt-by", label = "COL")
        Optional<String> by,
    @Setting(
            "Folder of files that keep what the intervals have learned when the server stops. Default: beside the versions of each model.")
        @Flags(value = "--adapt-state", label = "DIR")
        Optional<Path> state) {
  /** Intervals stay as the model gives them. */
  public static final AdaptSettings DEFAULT =
      new AdaptSettings(false, CoverageLevels.OPENML, Optional.empty(), Optional.empty());

  /** What is kept of an observation grows with the levels. */
  private static final int MOST_LEVELS = 10;

  /** Sorts the levels: in any order, they are those of a file. */
  public AdaptSettings {
    levels = levels.stream().sorted().toList();
  }

  /** What no setting alone can tell: each a message for the user. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    boolean more = by.isPresent() || state.isPresent() || !levels.equals(DEFAULT.levels);
    if (!intervals && more) {
      problems.add("--adapt-by, --adapt-levels, --adapt-state: given without --adapt");
    }
    if (levels.isEmpty()
        || levels.size() > MOST_LEVELS
        || Set.copyOf(levels).size() < levels.size()) {
      problems.add(
          "--adapt-levels: %s (expected: from 1 to %s different levels)"
              .formatted(levels, MOST_LEVELS));
    }
    return problems;
  }
}

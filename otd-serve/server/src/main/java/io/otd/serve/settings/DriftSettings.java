// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;

/**
 * How live rows are compared with training rows.
 *
 * @param window rows that are compared, the latest ones of the sample; 0 to compare nothing
 * @param rowsPerSecond rows of each version to sample per second, above 0
 * @param psi population stability index from which a feature has drifted, above 0
 * @param ks distance of Kolmogorov and Smirnov from which it has, above 0, at most 1
 */
public record DriftSettings(
    @Setting(
            value =
                "Number of latest sampled rows of each version that are compared with the training rows; 0 for no comparison.",
            atLeast = 0,
            atMost = DriftSettings.MAX_WINDOW)
        @Flags(value = "--drift-window", label = "N")
        int window,
    @Setting(value = "Maximum number of rows sampled per version and second.", above = 0)
        @Flags(value = "--drift-rows-per-second", label = "R")
        double rowsPerSecond,
    @Setting(
            value =
                "Population stability index from which a column or prediction counts as drifted.",
            above = 0)
        @Flags(value = "--drift-psi", label = "T")
        double psi,
    @Setting(
            value =
                "Kolmogorov-Smirnov distance from which a column or prediction counts as drifted.",
            above = 0,
            atMost = 1)
        @Flags(value = "--drift-ks", label = "T")
        double ks) {
  /** A window of 2,000 rows, which takes at least 100 s to fill. */
  public static final DriftSettings DEFAULT = new DriftSettings(2000, 20, .2, .15);

  /** A window of more rows would waste memory. */
  public static final int MAX_WINDOW = 1_000_000;

  /** Checks the ranges. */
  public DriftSettings {
    Check.that(
        window >= 0 && window <= MAX_WINDOW, "drift window", window, "from 0 to %s", MAX_WINDOW);
    if (!(rowsPerSecond > 0) || !(psi > 0) || !(ks > 0 && ks <= 1)) {
      throw new IllegalArgumentException(
          "drift: %s rows per second, PSI %s, KS %s (expected: above 0, KS at most 1)"
              .formatted(rowsPerSecond, psi, ks));
    }
  }
}

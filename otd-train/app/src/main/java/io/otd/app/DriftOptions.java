// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.serve.drift.DriftSettings;
import io.otd.table.problem.InputException;
import picocli.CommandLine.Option;

/** How the server compares live rows with the training rows. */
final class DriftOptions {
  @Option(
      names = "--drift-window",
      paramLabel = "N",
      description =
          "Number of latest sampled rows of each version that are compared with the"
              + " training rows; 0 for no comparison. Default: ${DEFAULT-VALUE}.")
  private int window = DriftSettings.DEFAULT.window();

  @Option(
      names = "--drift-rows-per-second",
      paramLabel = "R",
      description =
          "Maximum number of rows sampled per version and second. Default:" + " ${DEFAULT-VALUE}.")
  private double rowsPerSecond = DriftSettings.DEFAULT.rowsPerSecond();

  @Option(
      names = "--drift-psi",
      paramLabel = "T",
      description =
          "Population stability index from which a column or prediction counts as drifted. "
              + "Default: ${DEFAULT-VALUE}.")
  private double psi = DriftSettings.DEFAULT.psi();

  @Option(
      names = "--drift-ks",
      paramLabel = "T",
      description =
          "Kolmogorov-Smirnov distance from which a column or prediction counts as drifted. "
              + "Default: ${DEFAULT-VALUE}.")
  private double ks = DriftSettings.DEFAULT.ks();

  DriftSettings settings() {
    Arguments.within("--drift-window", window, 0, DriftSettings.MAX_WINDOW);
    above("--drift-rows-per-second", rowsPerSecond);
    above("--drift-psi", psi);
    above("--drift-ks", ks);
    if (ks > 1) {
      throw new InputException("--drift-ks: %s (expected: at most 1)".formatted(ks));
    }
    return new DriftSettings(window, rowsPerSecond, psi, ks);
  }

  private static void above(String name, double value) {
    if (!(value > 0)) {
      throw new InputException("%s: %s (expected: above 0)".formatted(name, value));
    }
  }
}

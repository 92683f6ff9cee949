// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.app.command.Arguments;
import io.otd.table.problem.InputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Number of draws of a prediction. */
final class DrawsOption {
  private static final int STANDARD = 1000;

  @Option(
      names = "--draws",
      paramLabel = "K",
      description = "Draws per prediction of a trained model. Default: " + STANDARD + ".")
  private @Nullable Integer draws;

  /** Whether the user chose a number. */
  boolean given() {
    return draws != null;
  }

  /**
   * How many.
   *
   * @param least how many are needed
   * @throws InputException if the user chose fewer
   */
  int count(int least) {
    if (draws == null) {
      return Math.max(STANDARD, least);
    }
    Arguments.atLeast("--draws", draws, least);
    return draws;
  }
}

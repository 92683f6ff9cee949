// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import picocli.CommandLine.Option;

/** Number of draws of a prediction. */
final class DrawsOption {
  @Option(
      names = "--draws",
      paramLabel = "K",
      description = "Draws per prediction of a trained model. Default: ${DEFAULT-VALUE}.")
  private int draws = 1000;

  /** How many. */
  int count() {
    return draws;
  }

  /** Checks how many there are. */
  void requireAtLeast(int least) {
    Arguments.atLeast("--draws", draws, least);
  }
}

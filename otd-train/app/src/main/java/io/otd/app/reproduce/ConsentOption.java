// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import picocli.CommandLine.Option;

/** Whether the user has agreed to long work. */
final class ConsentOption {
  @Option(names = "--yes", description = "Start what takes more than an hour, without an estimate.")
  private boolean yes;

  /** Whether it is given. */
  boolean given() {
    return yes;
  }

  /**
   * Refuses work whose time is not estimated, at the scale of the paper.
   *
   * @throws InputException unless the option is given, or the work is resumed
   */
  void require(StudyCommand command) {
    if (!yes && !command.resume() && command.scale() == Scale.PAPER) {
      throw new InputException(
          "--scale: paper, many hours (expected: --yes to start them, or --scale reduced)");
    }
  }
}

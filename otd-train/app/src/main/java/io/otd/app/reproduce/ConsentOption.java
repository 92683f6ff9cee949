// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether the user has agreed to long work: nobody should start days of it by one word. */
final class ConsentOption {
  /** Seconds above which a user must agree. */
  private static final double LONG = 3600;

  /** Scales that take a quarter of an hour at most. */
  private static final List<Scale> BRIEF = List.of(Scale.QUICK, Scale.REDUCED);

  @Option(
      names = "--yes",
      description = "Start even if it takes more than an hour, and do not estimate the time first.")
  private boolean yes;

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

  /**
   * Estimates the time of experiments, if it may be long.
   *
   * @param wanted the experiments
   * @param seeds runs of each model
   * @param sideBySide runs at a time
   * @throws InputException if it is more than an hour, with the time, unless the option is given,
   *     or the work is resumed
   */
  void require(StudyCommand command, List<Experiment> wanted, int seeds, int sideBySide) {
    Scale scale = command.scale();
    if (yes || command.resume() || wanted.isEmpty() || (BRIEF.contains(scale) && seeds == 1)) {
      return;
    }
    command
        .console()
        .note("measuring this machine to estimate the time, half a minute; --yes starts at once");
    ExperimentTime time = ExperimentTime.measured(sideBySide, command.console()::warn);
    double seconds = wanted.stream().mapToDouble(e -> time.seconds(e, scale, seeds)).sum();
    if (seconds > LONG) {
      throw new InputException(
          "--scale: %s, about %s on this machine (expected: --yes for more than an hour, or"
                  .formatted(scale.label(), ExperimentTime.shown(seconds))
              + " --scale reduced)");
    }
    command.console().note("about " + ExperimentTime.shown(seconds));
  }
}

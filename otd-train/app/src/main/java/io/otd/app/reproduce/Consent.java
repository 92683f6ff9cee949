// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Asks before long work: nobody should start days of it by one word.
 *
 * @param notes receives what the user should know
 * @param warnings receives warnings
 */
public record Consent(Consumer<String> notes, Consumer<String> warnings) {
  /** Seconds above which a user must agree. */
  private static final double LONG = 3600;

  /** Scales that take a quarter of an hour at most. */
  private static final List<Scale> BRIEF = List.of(Scale.QUICK, Scale.REDUCED);

  /**
   * Estimates the time of experiments, if it may be long.
   *
   * @param wanted the experiments
   * @param scale how much of them
   * @param seeds runs of each model
   * @param sideBySide runs at a time
   * @throws InputException if it is more than an hour, with the time
   */
  public void require(List<Experiment> wanted, Scale scale, int seeds, int sideBySide) {
    if (wanted.isEmpty() || (BRIEF.contains(scale) && seeds == 1)) {
      return;
    }
    notes.accept(
        "measuring this machine to estimate the time, half a minute; --yes starts at once");
    ExperimentTime time = ExperimentTime.measured(sideBySide, warnings);
    double seconds = wanted.stream().mapToDouble(e -> time.seconds(e, scale, seeds)).sum();
    if (seconds > LONG) {
      throw new InputException(
          "--scale: %s, about %s on this machine (expected: --yes for more than an hour, or"
                  .formatted(scale.label(), ExperimentTime.shown(seconds))
              + " --scale reduced)");
    }
    notes.accept("about " + ExperimentTime.shown(seconds));
  }
}

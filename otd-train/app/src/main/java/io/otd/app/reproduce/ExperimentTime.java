// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.bench.MachineSpeed;
import io.otd.app.bench.TrainingBenchmark;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.platform.NativeFlags;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Estimates the time of experiments.
 *
 * @param speed of this machine
 * @param sideBySide runs at a time
 */
public record ExperimentTime(MachineSpeed speed, int sideBySide) {
  /** Evaluation, pictures, and one compilation of each model. */
  private static final double SECONDS_A_VARIANT = 8;

  /**
   * Measures this machine, which takes half a minute.
   *
   * @param sideBySide runs at a time
   * @param warnings receives warnings for the user
   */
  public static ExperimentTime measured(int sideBySide, Consumer<String> warnings) {
    NativeFlags.set(0);
    return new ExperimentTime(
        MachineSpeed.measure(new TrainingBenchmark(System::nanoTime, System.nanoTime(), warnings)),
        sideBySide);
  }

  /**
   * Time of an experiment.
   *
   * @param experiment itself
   * @param scale how much of it
   * @param seeds runs of each model
   * @return seconds
   */
  public double seconds(Experiment experiment, Scale scale, int seeds) {
    double longest = 0;
    double all = 0;
    for (Variant variant : experiment.variants(scale)) {
      double seconds =
          SECONDS_A_VARIANT
              + variant.settings().steps() * speed.secondsAStep(experiment.plan(variant, scale));
      longest = Math.max(longest, seconds);
      all += seconds;
    }
    return Math.max(longest, all * seeds / sideBySide);
  }

  /** A time for people, such as {@code 2 h 05 min}. */
  public static String shown(double seconds) {
    Duration time = Duration.ofSeconds(Math.round(seconds));
    if (time.toHours() >= 1) {
      return String.format(Locale.ROOT, "%d h %02d min", time.toHours(), time.toMinutesPart());
    }
    return time.toMinutes() >= 1
        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
        : time.toSeconds() + " s";
  }
}

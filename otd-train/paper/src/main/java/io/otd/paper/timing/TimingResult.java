// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.paper.experiment.Scale;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.Spread;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The times of all configurations.
 *
 * @param scale of the sweep
 * @param seeds of the runs
 * @param runs by configuration and then by seed
 */
public record TimingResult(Scale scale, List<Long> seeds, List<TimingRun> runs) {
  private static final int FORMAT = 1;

  /** Keeps the lists. */
  public TimingResult {
    seeds = List.copyOf(seeds);
    runs = List.copyOf(runs);
  }

  /** The sizes of the sweep. */
  TimingSizes sizes() {
    return TimingSizes.of(scale);
  }

  /** Milliseconds of a step: mean and standard deviation over the seeds. */
  public Spread millis(TimingConfiguration configuration) {
    return Spread.of(of(configuration, TimingRun::mean));
  }

  /** Milliseconds of a step in the fastest call of all seeds. */
  public double best(TimingConfiguration configuration) {
    return java.util.Arrays.stream(of(configuration, TimingRun::best)).min().orElseThrow();
  }

  private double[] of(TimingConfiguration configuration, ToDoubleFunction<TimingRun> value) {
    return runs.stream()
        .filter(run -> run.configuration().equals(configuration.name()))
        .mapToDouble(value)
        .toArray();
  }

  /**
   * Seconds of 1000 epochs, assuming that epochs that were not run take as long as those that were.
   */
  public Spread seconds(TimingConfiguration configuration) {
    Spread step = millis(configuration);
    double steps = TimingSizes.EPOCHS * sizes().stepsPerEpoch() / 1e3;
    return new Spread(step.mean() * steps, step.sd() * steps);
  }

  /** The speedup over the reference. */
  public double speedup(TimingConfiguration configuration) {
    return millis(TimingConfiguration.REFERENCE).mean() / millis(configuration).mean();
  }

  /** {@code 10^9} floating point operations per second, see {@link StepOperations}. */
  public double gigaflops(TimingConfiguration configuration) {
    return StepOperations.of(configuration.plan(sizes())).total()
        / (millis(configuration).mean() * 1e6);
  }

  /** A description of the times, in a sentence. */
  String meaning() {
    TimingSizes sizes = sizes();
    return sizes.whole()
        ? "Time: 1000 epochs, after 5 that are left out."
        : "Time: extrapolated to 1000 epochs of %s steps from %s timed steps a seed, after %s that are left out."
            .formatted(
                sizes.stepsPerEpoch(),
                sizes.timedSteps(),
                sizes.stepsPerCall() * sizes.warmUpCalls());
  }

  private record Document(
      int format,
      String experiment,
      String scale,
      List<Long> seeds,
      int stepsPerEpoch,
      int timedSteps,
      boolean whole,
      List<Timed> configurations,
      Map<String, String> origin) {}

  private record Timed(
      String name,
      String label,
      int draws,
      int actionDraws,
      int steps,
      int grid,
      double msMean,
      double msSd,
      double msBest,
      double seconds,
      double secondsSd,
      double speedup,
      double gflops,
      boolean xla,
      double paperSeconds,
      double paperSecondsSd,
      double paperSpeedup) {}

  /**
   * The result as a tree.
   *
   * @param origin where and with what
   */
  public Map<String, Object> json(Map<String, String> origin) {
    return JsonText.tree(
        new Document(
            FORMAT,
            "timing",
            scale.label(),
            seeds,
            sizes().stepsPerEpoch(),
            sizes().timedSteps(),
            sizes().whole(),
            TimingConfiguration.all().stream().map(this::timed).toList(),
            origin));
  }

  private Timed timed(TimingConfiguration c) {
    return new Timed(
        c.name(),
        c.label(),
        c.draws(),
        c.actionDraws(),
        c.steps(),
        c.grid(sizes()),
        millis(c).mean(),
        millis(c).sd(),
        best(c),
        seconds(c).mean(),
        seconds(c).sd(),
        speedup(c),
        gigaflops(c),
        runs.stream()
            .filter(run -> run.configuration().equals(c.name()))
            .allMatch(TimingRun::compiled),
        c.paper().mean(),
        c.paper().sd(),
        c.paperSpeedup());
  }
}

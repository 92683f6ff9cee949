// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.paper.experiment.Scale;
import io.otd.train.internal.result.JsonObject;
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

  /**
   * The result as a tree.
   *
   * @param origin where and with what
   */
  public Map<String, Object> json(Map<String, String> origin) {
    return new JsonObject()
        .with("format", FORMAT)
        .with("experiment", "timing")
        .with("scale", scale.label())
        .with("seeds", seeds)
        .with("steps_per_epoch", sizes().stepsPerEpoch())
        .with("timed_steps", sizes().timedSteps())
        .with("whole", sizes().whole())
        .with("configurations", TimingConfiguration.all().stream().map(this::json).toList())
        .with("origin", origin)
        .tree();
  }

  private JsonObject json(TimingConfiguration c) {
    return new JsonObject()
        .with("name", c.name())
        .with("label", c.label())
        .with("draws", c.draws())
        .with("action_draws", c.actionDraws())
        .with("steps", c.steps())
        .with("grid", c.grid(sizes()))
        .with("ms_mean", millis(c).mean())
        .with("ms_sd", millis(c).sd())
        .with("ms_best", best(c))
        .with("seconds", seconds(c).mean())
        .with("seconds_sd", seconds(c).sd())
        .with("speedup", speedup(c))
        .with("gflops", gigaflops(c))
        .with(
            "xla",
            runs.stream()
                .filter(run -> run.configuration().equals(c.name()))
                .allMatch(TimingRun::compiled))
        .with("paper_seconds", c.paper().mean())
        .with("paper_seconds_sd", c.paper().sd())
        .with("paper_speedup", c.paperSpeedup());
  }
}

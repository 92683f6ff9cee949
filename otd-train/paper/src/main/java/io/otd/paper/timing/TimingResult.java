package io.otd.paper.timing;

import io.otd.train.result.Spread;
import java.util.LinkedHashMap;
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
public record TimingResult(TimingScale scale, List<Long> seeds, List<TimingRun> runs) {
  /** Keeps the lists. */
  public TimingResult {
    seeds = List.copyOf(seeds);
    runs = List.copyOf(runs);
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

  /** Seconds of 1000 epochs, those that were not run taken to last as long as those that were. */
  public Spread seconds(TimingConfiguration configuration) {
    Spread step = millis(configuration);
    double steps = TimingScale.EPOCHS * scale.stepsPerEpoch() / 1e3;
    return new Spread(step.mean() * steps, step.sd() * steps);
  }

  /** How many times as fast as the reference. */
  public double speedup(TimingConfiguration configuration) {
    return millis(TimingConfiguration.REFERENCE).mean() / millis(configuration).mean();
  }

  /** {@code 10^9} floating point operations a second, see {@link StepOperations}. */
  public double gigaflops(TimingConfiguration configuration) {
    return StepOperations.of(configuration.plan(scale)).total()
        / (millis(configuration).mean() * 1e6);
  }

  /** What the times are, in a sentence. */
  String meaning() {
    return scale.whole()
        ? "Time: 1000 epochs, after 5 that are left out."
        : "Time: extrapolated to 1000 epochs of %d steps from %d timed steps a seed, after %d that are left out."
            .formatted(
                scale.stepsPerEpoch(),
                scale.timedSteps(),
                scale.stepsPerCall() * scale.warmUpCalls());
  }

  /**
   * The result as a tree.
   *
   * @param origin where and with what
   */
  public Map<String, Object> json(Map<String, String> origin) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("format", 1);
    root.put("experiment", "timing");
    root.put("scale", scale.name());
    root.put("seeds", seeds);
    root.put("steps_per_epoch", scale.stepsPerEpoch());
    root.put("timed_steps", scale.timedSteps());
    root.put("whole", scale.whole());
    root.put("configurations", TimingConfiguration.all().stream().map(this::json).toList());
    root.put("origin", origin);
    return root;
  }

  private Map<String, Object> json(TimingConfiguration c) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", c.name());
    entry.put("label", c.label());
    entry.put("draws", c.draws());
    entry.put("action_draws", c.actionDraws());
    entry.put("steps", c.steps());
    entry.put("grid", c.grid(scale));
    entry.put("ms_mean", millis(c).mean());
    entry.put("ms_sd", millis(c).sd());
    entry.put("ms_best", best(c));
    entry.put("seconds", seconds(c).mean());
    entry.put("seconds_sd", seconds(c).sd());
    entry.put("speedup", speedup(c));
    entry.put("gflops", gigaflops(c));
    entry.put(
        "xla",
        runs.stream()
            .filter(run -> run.configuration().equals(c.name()))
            .allMatch(TimingRun::compiled));
    entry.put("paper_seconds", c.paper().mean());
    entry.put("paper_seconds_sd", c.paper().sd());
    entry.put("paper_speedup", c.paperSpeedup());
    return entry;
  }
}

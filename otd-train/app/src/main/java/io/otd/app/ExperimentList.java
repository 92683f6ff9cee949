// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.bench.MachineSpeed;
import io.otd.app.bench.TrainingBenchmark;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.result.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * The experiments, and the time of each on this machine: estimated from a short measurement of the
 * machine, and measured if there is a result.
 */
final class ExperimentList {
  /** Evaluation, pictures, and one compilation of each model. */
  private static final double SECONDS_A_VARIANT = 8;

  private final Console console;
  private final Consumer<String> say;
  private final Path runs;

  /**
   * The list for one command.
   *
   * @param console for notes and warnings
   * @param say receives the answer's lines
   * @param runs directory where results are by default
   */
  ExperimentList(Console console, Consumer<String> say, Path runs) {
    this.console = console;
    this.say = say;
    this.runs = runs;
  }

  /**
   * Says it.
   *
   * @param experiments the experiments
   * @param sideBySide runs at a time
   */
  Answer answer(List<Experiment> experiments, int sideBySide) throws IOException {
    NativeFlags.set(0);
    console.note("measuring this machine, some seconds");
    MachineSpeed speed =
        MachineSpeed.measure(
            new TrainingBenchmark(System::nanoTime, System.nanoTime(), console::warn));
    Map<String, Object> json = new LinkedHashMap<>();
    for (Experiment experiment : experiments) {
      json.put(experiment.id(), describe(experiment, speed, sideBySide));
    }
    RealDataJob.described().forEach(say);
    UciJob.described().forEach(say);
    TimingJob.described().forEach(say);
    json.put(RealDataJob.ID, Map.of());
    json.put(UciJob.ID, Map.of());
    json.put(TimingJob.ID, Map.of());
    say.accept(
        String.format(
            Locale.ROOT,
            "Times are estimates for one seed, %d runs side by side; %.2f ms a step of bimodal, %.0f"
                + " GFLOP/s a run of gl.",
            sideBySide,
            1000
                * speed.secondsAStep(
                    experiments
                        .get(0)
                        .plan(experiments.get(0).variants(Scale.PAPER).get(0), Scale.PAPER)),
            speed.gigaflops()));
    return Answer.ok(Map.of("experiments", json));
  }

  private Map<String, Object> describe(Experiment experiment, MachineSpeed speed, int sideBySide)
      throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    line(experiment.id(), experiment.title());
    line("", "reproduces: " + experiment.reproduces());
    for (Scale scale : Scale.values()) {
      List<Variant> variants = experiment.variants(scale);
      double longest = 0;
      double all = 0;
      for (Variant variant : variants) {
        double seconds =
            SECONDS_A_VARIANT
                + variant.settings().steps() * speed.secondsAStep(experiment.plan(variant, scale));
        longest = Math.max(longest, seconds);
        all += seconds;
      }
      double estimate = Math.max(longest, all / sideBySide);
      OptionalDouble measured = measured(experiment, scale);
      line(
          "",
          "%-8s %s %s, about %s%s"
              .formatted(
                  scale.label(),
                  variants.size(),
                  variants.size() == 1 ? "model" : "models",
                  shown(estimate),
                  measured.isPresent() ? "; measured here " + shown(measured.getAsDouble()) : ""));
      json.put(scale.label(), Map.of("estimated_seconds", estimate));
    }
    return json;
  }

  private void line(String id, String text) {
    say.accept("%-15s%s".formatted(id, text));
  }

  /** Time in the result of the default directory, if there is one. */
  private OptionalDouble measured(Experiment experiment, Scale scale) throws IOException {
    Path file =
        runs.resolve("reproduce-" + experiment.id() + "-" + scale.label()).resolve(StoredRun.FILE);
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    JsonNode seconds = new ObjectMapper().readTree(file.toFile()).path("seconds");
    return seconds.isNumber() ? OptionalDouble.of(seconds.asDouble()) : OptionalDouble.empty();
  }

  private static String shown(double seconds) {
    Duration time = Duration.ofSeconds(Math.round(seconds));
    if (time.toHours() >= 1) {
      return String.format(Locale.ROOT, "%s h %02d min", time.toHours(), time.toMinutesPart());
    }
    return time.toMinutes() >= 1
        ? String.format(Locale.ROOT, "%s min %02d s", time.toMinutes(), time.toSecondsPart())
        : time.toSeconds() + " s";
  }
}

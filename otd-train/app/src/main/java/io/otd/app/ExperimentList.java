// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.estimate.ExperimentTime;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.train.internal.result.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * The experiments, and the time of each on this machine: estimated from a short measurement of the
 * machine, and measured if there is a result.
 */
final class ExperimentList {
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
   * Says it: what there is at once, then the times, for which the machine is measured.
   *
   * @param experiments the experiments
   * @param sideBySide runs at a time
   */
  Answer answer(List<Experiment> experiments, int sideBySide) throws IOException {
    for (Experiment experiment : experiments) {
      describe(experiment);
    }
    RealDataJob.described().forEach(say);
    UciJob.described().forEach(say);
    TimingJob.described().forEach(say);
    console.note("measuring this machine for the times, half a minute");
    ExperimentTime time = ExperimentTime.measured(sideBySide, console::warn);
    Map<String, Object> json = new LinkedHashMap<>();
    say.accept("");
    say.accept(
        "Estimated times for one seed, %s %s side by side:"
            .formatted(sideBySide, sideBySide == 1 ? "run" : "runs"));
    for (Experiment experiment : experiments) {
      json.put(experiment.id(), times(experiment, time));
    }
    json.put(RealDataJob.ID, Map.of());
    json.put(UciJob.ID, Map.of());
    json.put(TimingJob.ID, Map.of());
    return Answer.ok(Map.of("experiments", json));
  }

  private void describe(Experiment experiment) throws IOException {
    line(experiment.id(), experiment.title());
    line("", "reproduces: " + experiment.reproduces());
    for (Scale scale : Scale.values()) {
      int models = experiment.variants(scale).size();
      OptionalDouble measured = measured(experiment, scale);
      line(
          "",
          "%-8s %s %s%s"
              .formatted(
                  scale.label(),
                  models,
                  models == 1 ? "model" : "models",
                  measured.isPresent()
                      ? "; measured here " + ExperimentTime.shown(measured.getAsDouble())
                      : ""));
    }
  }

  private Map<String, Object> times(Experiment experiment, ExperimentTime time) {
    Map<String, Object> json = new LinkedHashMap<>();
    List<String> shown = new ArrayList<>();
    for (Scale scale : Scale.values()) {
      double seconds = time.seconds(experiment, scale, 1);
      shown.add("%s %s".formatted(scale.label(), ExperimentTime.shown(seconds)));
      json.put(scale.label(), Map.of("estimated_seconds", seconds));
    }
    line(experiment.id(), String.join(", ", shown));
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
}

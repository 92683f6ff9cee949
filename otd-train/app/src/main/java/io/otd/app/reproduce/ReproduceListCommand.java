// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.core.internal.text.NumberText;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.reproduction.Experiments;
import io.otd.train.internal.result.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Lists the experiments, and the time of each on this machine: estimated from a short measurement
 * of the machine, and measured if there is a result.
 */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description =
        "List the experiments, with their estimated time on this machine, which is measured for"
            + " half a minute.")
final class ReproduceListCommand extends OtdCommand {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Number of runs in parallel to estimate for. Default: the number of cores.")
  private @Nullable Integer jobs;

  ReproduceListCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    int sideBySide = Arguments.jobs(jobs);
    List<Experiment> experiments = Experiments.withoutFields();
    for (Experiment experiment : experiments) {
      describe(experiment);
    }
    ReproduceOpenMlCommand.described().forEach(this::say);
    ReproduceUciCommand.described().forEach(this::say);
    ReproduceTimingCommand.described().forEach(this::say);
    console().note("measuring the speed of this machine, half a minute");
    ExperimentTime time = ExperimentTime.measured(sideBySide, console()::warn);
    Map<String, Object> json = new LinkedHashMap<>();
    say("");
    say(
        "Estimated times for one seed, %s side by side:"
            .formatted(NumberText.counted(sideBySide, "run")));
    for (Experiment experiment : experiments) {
      json.put(experiment.id(), times(experiment, time));
    }
    json.put(ReproduceOpenMlCommand.ID, Map.of());
    json.put(ReproduceUciCommand.ID, Map.of());
    json.put(ReproduceTimingCommand.ID, Map.of());
    return Answer.ok(Map.of("experiments", json));
  }

  private void describe(Experiment experiment) throws IOException {
    line(experiment.id(), experiment.description().title());
    line("", "reproduces: " + experiment.description().reproduces());
    for (Scale scale : Scale.values()) {
      int models = experiment.variants(scale).size();
      OptionalDouble measured = measured(experiment, scale);
      line(
          "",
          "%-8s %s%s"
              .formatted(
                  scale.label(),
                  NumberText.counted(models, "model"),
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
    say("%-15s%s".formatted(id, text));
  }

  /** Time in the result of the default directory, if there is one. */
  private OptionalDouble measured(Experiment experiment, Scale scale) throws IOException {
    Path file =
        StudyCommand.RUNS
            .resolve("reproduce-" + experiment.id() + "-" + scale.label())
            .resolve(StoredRun.FILE);
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    JsonNode seconds = new ObjectMapper().readTree(file.toFile()).path("seconds");
    return seconds.isNumber() ? OptionalDouble.of(seconds.asDouble()) : OptionalDouble.empty();
  }
}

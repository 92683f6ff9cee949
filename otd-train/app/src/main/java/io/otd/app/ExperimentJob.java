// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.text.NumberText;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.paper.reproduction.ExperimentReport;
import io.otd.paper.reproduction.ExperimentResult;
import io.otd.paper.reproduction.Reproduction;
import io.otd.paper.reproduction.ResultFiles;
import io.otd.paper.reproduction.ResultJson;
import io.otd.train.internal.network.NetworkSite;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.report.TerminalReport;
import io.otd.train.internal.study.StudyFiles;
import io.otd.train.progress.RunsProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs one of the experiments that train models, with progress and a stop at a safe point. */
final class ExperimentJob {
  private static final String RUNS = "runs";

  /** A state of a large network takes a second to write. */
  private static final Duration BETWEEN_STATES = Duration.ofMinutes(2);

  /** The part of the provenance on which the numbers depend. */
  private static final List<String> DEPENDS =
      List.of("OTD", "TensorFlow", "native flags", PrecisionOption.ORIGIN);

  private final Console console;
  private final Consumer<String> say;
  private final Clock clock;
  private final GinzburgLandauJob fields;

  /**
   * A job for one command.
   *
   * @param console for notes and warnings
   * @param say receives the answer's lines
   * @param clock measures
   * @param fields solves the fields that some experiments use
   */
  ExperimentJob(Console console, Consumer<String> say, Clock clock, GinzburgLandauJob fields) {
    this.console = console;
    this.say = say;
    this.clock = clock;
    this.fields = fields;
  }

  /**
   * The request.
   *
   * @param experiment itself
   * @param scale how much of it
   * @param precision of wide layers
   * @param seeds of the runs of each model, at least one
   * @param sideBySide runs at a time
   * @param directory of the results
   * @param resume whether what is finished there counts
   * @param again the command that continues after an interruption
   * @param command the same in words, without the directory
   * @param spark the cluster that trains, if there is one
   */
  record Request(
      Experiment experiment,
      Scale scale,
      PrecisionOption precision,
      List<Long> seeds,
      int sideBySide,
      Path directory,
      boolean resume,
      String again,
      String command,
      SparkOptions spark) {}

  /**
   * Runs it.
   *
   * @param request to answer
   * @param origins machine and versions; read after the native flags are set
   */
  Answer run(Request request, Supplier<Map<String, String>> origins) throws Exception {
    NativeFlags.set(0); // one core for each parallel run
    console.interruption().guard();
    Optional<GinzburgLandauCases> cases = request.experiment().fields(request.scale());
    if (cases.isPresent() && !fields.prepare(cases.get())) {
      return stopped(request);
    }
    Optional<ExperimentResult> result;
    try (SharedCompilation shared = new SharedCompilation();
        SparkSite site = new SparkSite(request.spark().start(request.directory()))) {
      Reproduction reproduction = reproduction(request, origins.get(), shared, site.site());
      try (RunsProgress progress = console.progress(reproduction.runs(), request.sideBySide())) {
        result = reproduction.run(progress);
      }
    }
    return result.isEmpty() ? stopped(request) : written(result.get(), request, origins.get());
  }

  private Reproduction reproduction(
      Request request, Map<String, String> origin, Compilation compilation, NetworkSite site) {
    Map<String, String> depends = new LinkedHashMap<>(Map.of("scale", request.scale().label()));
    origin.forEach(
        (name, value) -> {
          if (DEPENDS.contains(name)) {
            depends.put(name, value);
          }
        });
    return new Reproduction(
        request.experiment(),
        request.scale(),
        request.seeds(),
        request.sideBySide(),
        new NetworkTrainer(
                compilation,
                clock,
                BETWEEN_STATES,
                console.interruption()::requested,
                console::warn)
            .with(request.precision().precision(console))
            .at(site),
        new StudyFiles(
            request.directory().resolve(RUNS), depends, request.resume(), console::note));
  }

  private Answer written(ExperimentResult result, Request request, Map<String, String> origin)
      throws IOException {
    Map<String, String> made = new LinkedHashMap<>(Map.of("command", request.command()));
    made.putAll(origin);
    new ResultFiles(request.directory()).write(result, made);
    TerminalReport.lines(ExperimentReport.besideThePaper(result)).forEach(say);
    say.accept(
        "%s s; see %s"
            .formatted(
                NumberText.fixed(result.seconds(), 0), request.directory().resolve("report.html")));
    return Answer.ok(ResultJson.of(result, made));
  }

  private Answer stopped(Request request) {
    return Answer.interrupted(
        "stopped; what is finished and what has begun is in " + request.directory().resolve(RUNS),
        request.directory(),
        Map.of(),
        request.again(),
        say);
  }
}

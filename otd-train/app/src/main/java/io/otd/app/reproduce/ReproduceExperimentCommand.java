// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.PrecisionOption;
import io.otd.app.data.GinzburgLandauJob;
import io.otd.app.table.CacheDirectory;
import io.otd.app.train.SparkSite;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.text.NumberText;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.field.FieldOptions;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.paper.reproduction.ExperimentReport;
import io.otd.paper.reproduction.ExperimentResult;
import io.otd.paper.reproduction.Experiments;
import io.otd.paper.reproduction.Reproduction;
import io.otd.paper.reproduction.ResultFiles;
import io.otd.paper.reproduction.ResultJson;
import io.otd.train.internal.network.NetworkSite;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.page.TerminalReport;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.study.StudyFiles;
import io.otd.train.progress.RunsProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Runs one of the experiments that train models, with progress and a stop at a safe point. */
@Command(
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Writes result.json, report.html, result.md and pictures to the directory, and each finished"
          + " run to runs/ in it."
    })
final class ReproduceExperimentCommand extends StudyCommand {
  /** Experiments whose steps draw points of all fields. */
  private static final List<String> POINTWISE =
      List.of("gl", "gl-data", "gl-components", "gl-samples", "gl-steps", "gl-temperature");

  /** A state of a large network takes a second to write. */
  private static final Duration BETWEEN_STATES = Duration.ofMinutes(2);

  /** The part of the provenance on which the numbers depend. */
  private static final List<String> DEPENDS =
      List.of("OTD", "TensorFlow", "native flags", PrecisionOption.ORIGIN);

  @Mixin private SeedOptions seeds = new SeedOptions();

  @Mixin private PrecisionOption precision = new PrecisionOption();

  @Mixin private StudyRuns parallel = new StudyRuns();

  private final BatchOption batch = new BatchOption();

  private ReproduceExperimentCommand(Console console, String id) {
    super(console, id, List.of(Scale.values()));
  }

  /**
   * The command of an experiment, with the options that it has.
   *
   * @param experiment which
   */
  static CommandSpec of(Console console, Experiment experiment) {
    ReproduceExperimentCommand command = new ReproduceExperimentCommand(console, experiment.id());
    CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(experiment.id());
    spec.usageMessage()
        .description(
            "%s. Reproduces: %s."
                .formatted(experiment.description().title(), experiment.description().reproduces())
                .replace("%", "%%"));
    if (POINTWISE.contains(experiment.id())) {
      spec.addMixin("batch", CommandSpec.forAnnotatedObject(command.batch));
    }
    return spec;
  }

  @Override
  Answer study() throws IOException {
    scale();
    List<Long> each = seeds.list();
    int sideBySide = parallel.sideBySide();
    GinzburgLandauJob fields =
        GinzburgLandauJob.in(new CacheDirectory(System.getenv()).path(), console(), sideBySide);
    Experiment experiment =
        Experiments.all(new FieldOptions(fields.source(), batch.points())).stream()
            .filter(e -> e.id().equals(id()))
            .findFirst()
            .orElseThrow();
    parallel.requireConsent(this, List.of(experiment), each.size());
    NativeFlags.set(0); // one core for each parallel run
    console().interruption().guard();
    Optional<GinzburgLandauCases> cases = experiment.fields(scale());
    if (cases.isPresent() && !fields.prepare(cases.get())) {
      return stopped(runs());
    }
    Optional<ExperimentResult> result = result(experiment, sideBySide);
    return result.isPresent() ? written(result.get()) : stopped(runs());
  }

  private Path runs() {
    return directory().resolve("runs");
  }

  private Optional<ExperimentResult> result(Experiment experiment, int sideBySide)
      throws IOException {
    try (SharedCompilation shared = new SharedCompilation();
        SparkSite site = new SparkSite(parallel.spark().start(directory()))) {
      Reproduction reproduction =
          new Reproduction(
              experiment,
              scale(),
              seeds.list(),
              sideBySide,
              trainer(shared, site.site()),
              new StudyFiles(runs(), depends(origin(precision.text()), DEPENDS), console()::note));
      try (RunsProgress progress = console().progress(reproduction.runs(), sideBySide)) {
        return reproduction.run(progress);
      }
    }
  }

  private NetworkTrainer trainer(Compilation compilation, NetworkSite site) {
    return new NetworkTrainer(
            new Compiler(compilation, console()::warn),
            clock(),
            BETWEEN_STATES,
            console().interruption()::requested)
        .with(precision.precision(console()))
        .at(site);
  }

  private Answer written(ExperimentResult result) throws IOException {
    Map<String, String> made =
        made(seeds.arguments() + batch.argument() + precision.argument(), origin(precision.text()));
    new ResultFiles(directory()).write(result, made);
    TerminalReport.lines(ExperimentReport.besideThePaper(result)).forEach(this::say);
    say(
        "%s s; see %s"
            .formatted(NumberText.fixed(result.seconds(), 0), directory().resolve("report.html")));
    return Answer.ok(ResultJson.of(result, made));
  }
}

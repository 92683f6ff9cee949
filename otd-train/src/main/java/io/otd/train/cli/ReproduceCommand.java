package io.otd.train.cli;

import io.otd.core.graph.Compilation;
import io.otd.core.graph.SharedCompilation;
import io.otd.train.experiment.Experiment;
import io.otd.train.experiment.ExperimentResult;
import io.otd.train.experiment.FinishedRuns;
import io.otd.train.experiment.Reproduction;
import io.otd.train.experiment.ResultFiles;
import io.otd.train.experiment.ResultJson;
import io.otd.train.experiment.ResultText;
import io.otd.train.experiment.Scale;
import io.otd.train.ginzburglandau.GinzburgLandauCases;
import io.otd.train.problem.InputException;
import io.otd.train.progress.RunsProgress;
import io.otd.train.tabular.BuildVersion;
import io.otd.train.training.Trainer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tensorflow.TensorFlow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment of the paper and compares. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Run an experiment of the paper and set its numbers beside the paper's.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd reproduce rom --seeds 3 --out runs/rom",
      "  otd reproduce openml --data-dir tables --dataset concrete,energy",
      "  otd reproduce list",
      "",
      "Writes result.json, report.html, result.md and the pictures into the directory, and in runs/",
      "each run when it is finished."
    })
final class ReproduceCommand extends OtdCommand {
  private static final String RUNS = "runs";

  @Parameters(
      paramLabel = "ID",
      description = "An experiment by its name, openml or timing; \"list\" shows what there is.")
  private String id = "";

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      description =
          "quick (seconds, to see that it runs), reduced (a quarter of an hour at most, smaller where"
              + " the paper's takes hours) or paper; ${DEFAULT-VALUE}.")
  private String scale = "paper";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Runs of each model; ${DEFAULT-VALUE}.")
  private int seeds = 1;

  @Option(
      names = "--first-seed",
      paramLabel = "SEED",
      description = "Seed of the first run, the others count up; ${DEFAULT-VALUE}.")
  private long firstSeed;

  @Option(names = "--jobs", paramLabel = "N", description = "Runs side by side; one a core.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the results; runs/reproduce-ID-SCALE.")
  private @Nullable Path out;

  @Option(
      names = "--dataset",
      split = ",",
      paramLabel = "NAME",
      description = "Of openml: only these data sets; all.")
  private @Nullable List<String> datasets;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description = "Of openml: otd, paper, mc-dropout, mdn, deep-ensemble; all.")
  private @Nullable List<String> methods;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Of openml: tables at hand, each as NAME/data.csv; else from OpenML.")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = "Of openml: folds of tables that come without any; 5.")
  private @Nullable Integer folds;

  @Option(names = "--resume", description = "Do not run again what is finished in the directory.")
  private boolean resume;

  private final Clock clock = Clock.systemUTC();

  ReproduceCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws Exception {
    if (id.equals("list")) {
      Experiment.all(fields(1).source()).forEach(this::describe);
      RealDataJob.described().forEach(this::say);
      TimingJob.described().forEach(this::say);
      return Answer.ok(Map.of("experiments", ids()));
    }
    int sideBySide = Arguments.jobs(jobs);
    if (id.equals(TimingJob.ID)) {
      return timing();
    }
    return id.equals(RealDataJob.ID) ? realData(sideBySide) : experiment(sideBySide);
  }

  private Answer timing() throws IOException {
    Arguments.atLeast("--seeds", seeds, 1);
    return new TimingJob(console(), this::say)
        .run(
            new TimingJob.Request(scale, seedList(), directory(), resume, command()), this::origin);
  }

  private List<Long> seedList() {
    return LongStream.range(firstSeed, firstSeed + seeds).boxed().toList();
  }

  private Answer realData(int sideBySide) throws Exception {
    if (seeds != 1 || firstSeed != 0) {
      throw new InputException(
          "--seeds: of openml (expected: none; its folds say how much varies)");
    }
    return new RealDataJob(console(), this::say)
        .run(
            new RealDataJob.Request(
                Optional.ofNullable(dataDirectory),
                Optional.ofNullable(datasets),
                Optional.ofNullable(methods),
                Optional.ofNullable(folds).orElse(RealDataJob.FOLDS),
                scale,
                sideBySide,
                directory(),
                resume),
            origin());
  }

  private Answer experiment(int sideBySide) throws Exception {
    if (datasets != null || methods != null || dataDirectory != null || folds != null) {
      throw new InputException(
          "--dataset, --methods, --data-dir, --folds: of %s (expected: only of %s)"
              .formatted(id, RealDataJob.ID));
    }
    GinzburgLandauJob fields = fields(sideBySide);
    Experiment experiment = experiment(fields);
    Scale chosen = scale();
    Arguments.atLeast("--seeds", seeds, 1);
    NativeFlags.set(0); // one core for each of the runs side by side
    console().interruption().guard();
    Path directory = directory();
    Optional<GinzburgLandauCases> cases = experiment.fields(chosen);
    if (cases.isPresent() && !fields.prepare(cases.get())) {
      return stopped(directory);
    }
    Optional<ExperimentResult> result;
    try (SharedCompilation shared = new SharedCompilation()) {
      Reproduction reproduction = reproduction(experiment, chosen, sideBySide, directory, shared);
      try (RunsProgress progress = console().progress(reproduction.runs(), sideBySide)) {
        result = reproduction.run(progress);
      }
    }
    return result.isEmpty() ? stopped(directory) : written(result.get(), directory);
  }

  private Path directory() {
    return Optional.ofNullable(out).orElse(Path.of("runs", "reproduce-" + id + "-" + scale));
  }

  private Answer written(ExperimentResult result, Path directory) throws IOException {
    Map<String, String> origin = new LinkedHashMap<>(Map.of("command", command()));
    origin.putAll(origin());
    new ResultFiles(directory).write(result, origin);
    say(ResultText.of(result).stripTrailing());
    say(
        String.format(
            Locale.ROOT, "%.0f s; see %s", result.seconds(), directory.resolve("report.html")));
    return Answer.ok(ResultJson.of(result, origin));
  }

  /** What was asked, so that others can. */
  private String command() {
    return "otd reproduce %s --scale %s --seeds %d --first-seed %d"
        .formatted(id, scale, seeds, firstSeed);
  }

  private Answer stopped(Path directory) {
    String again = "%s --out %s --resume".formatted(command(), directory);
    say("stopped; finished runs are in " + directory.resolve(RUNS) + "; to go on:");
    say("  " + again);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.put("resume", again);
    return new Answer(Interruption.EXIT_CODE, json);
  }

  private Reproduction reproduction(
      Experiment experiment,
      Scale chosen,
      int sideBySide,
      Path directory,
      Compilation compilation) {
    Map<String, String> depends = new LinkedHashMap<>();
    depends.put("scale", scale);
    depends.put("OTD", BuildVersion.version() + " (commit " + BuildVersion.commit() + ")");
    depends.put("TensorFlow", TensorFlow.version());
    depends.put("native flags", NativeFlags.inForce());
    return new Reproduction(
        experiment,
        chosen,
        seedList(),
        sideBySide,
        new Trainer(compilation, clock, console().interruption()::requested, console()::warn),
        new FinishedRuns(directory.resolve(RUNS), depends, resume, console()::note));
  }

  private void describe(Experiment e) {
    say("%-15s%s".formatted(e.id(), e.title()));
    say("%-15sreproduces: %s".formatted("", e.reproduces()));
    for (Scale each : Scale.values()) {
      String variants =
          e.variants(each).stream()
              .map(v -> String.format(Locale.ROOT, "%s %,d steps", v.name(), v.settings().steps()))
              .collect(Collectors.joining(", "));
      say("%-15s%s: %s".formatted("", each.name().toLowerCase(Locale.ROOT), variants));
    }
  }

  private GinzburgLandauJob fields(int sideBySide) {
    return GinzburgLandauJob.in(new CacheDirectory(System.getenv()).path(), console(), sideBySide);
  }

  private Experiment experiment(GinzburgLandauJob fields) {
    return Experiment.all(fields.source()).stream()
        .filter(e -> e.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "experiment: %s (expected: one of %s, or list)"
                        .formatted(id, String.join(", ", ids()))));
  }

  private List<String> ids() {
    return Stream.concat(
            Experiment.all(fields(1).source()).stream().map(Experiment::id),
            Stream.of(RealDataJob.ID, TimingJob.ID))
        .toList();
  }

  private Scale scale() {
    for (Scale known : Scale.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(scale)) {
        return known;
      }
    }
    throw new InputException("--scale: " + scale + " (expected: quick, reduced or paper)");
  }

  private Map<String, String> origin() {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("finished", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    origin.put("OTD", BuildVersion.version() + " (commit " + BuildVersion.commit() + ")");
    origin.put("TensorFlow", TensorFlow.version());
    origin.put("Java", Runtime.version().toString());
    origin.put(
        "machine",
        "%s, %d cores"
            .formatted(System.getProperty("os.arch"), Runtime.getRuntime().availableProcessors()));
    origin.put("native flags", NativeFlags.inForce());
    return origin;
  }
}

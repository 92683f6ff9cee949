// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.app.completion.ExperimentNames;
import io.otd.app.completion.ScaleNames;
import io.otd.app.estimate.Consent;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.field.FieldOptions;
import io.otd.paper.reproduction.Experiments;
import io.otd.table.problem.InputException;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.run.BuildVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tensorflow.TensorFlow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs an experiment of the paper and compares. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Run an experiment of the paper and compare its numbers with the paper's.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd reproduce rom --seeds 3 --out runs/rom",
      "  otd reproduce openml --data-dir tables --dataset concrete,energy",
      "  otd reproduce uci --data-dir UCI_Datasets --methods otd,pool",
      "  otd reproduce list",
      "",
      "Writes result.json, report.html, result.md and pictures to the directory, " + "and",
      "each finished run to runs/ in it."
    })
final class ReproduceCommand extends OtdCommand {
  private static final Path RUNS = Path.of("runs");
  private static final String LIST = "list";
  private static final String ALL = "all";

  /** Experiments whose steps draw points of all fields. */
  private static final List<String> POINTWISE =
      List.of("gl", "gl-data", "gl-components", "gl-samples", "gl-steps", "gl-temperature");

  @Parameters(
      paramLabel = "ID",
      completionCandidates = ExperimentNames.class,
      description =
          "Name of an experiment, openml, uci, timing, or all; list shows them with their "
              + "estimated time.")
  private String id = "";

  @Option(
      names = "--scale",
      completionCandidates = ScaleNames.class,
      paramLabel = "SCALE",
      description =
          "quick (seconds, a smoke test), reduced (a quarter of an hour at most; smaller"
              + " if the paper's scale takes hours), large (the paper's fields, networks and"
              + " steps, but fewer points per step if the paper's scale takes days) or paper."
              + " Default: ${DEFAULT-VALUE}.")
  private String scale = "reduced";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of runs of each model. Default: ${DEFAULT-VALUE}.")
  private int seeds = 1;

  @Option(
      names = "--first-seed",
      paramLabel = "SEED",
      description = "Seed of the first run; the others follow. Default: ${DEFAULT-VALUE}.")
  private long firstSeed;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Maximum number of runs in parallel. Default: the number of cores; with --spark 64.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the results. Default: runs/reproduce-ID-SCALE.")
  private @Nullable Path out;

  @Option(
      names = {"--dataset", "--sets"},
      split = ",",
      paramLabel = "NAME",
      description = "openml, uci: data sets to run. Default: all.")
  private @Nullable List<String> datasets;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description =
          "openml, uci: methods to run, out of otd, pool, paper, mc-dropout, mdn and"
              + " deep-ensemble. Default: all.")
  private @Nullable List<String> methods;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "openml: directory of local tables, NAME/data.csv. Default: download from OpenML. "
              + "uci: directory of the data sets, NAME/data.txt with the files of the splits.")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = "openml: number of folds for tables without given folds. Default: 5.")
  private @Nullable Integer folds;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = "uci: number of splits of each data set, from the first on. Default: 20.")
  private @Nullable Integer splits;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description =
          "gl, gl-*: number of points per step. Default: 65536 at paper, 1024 at large,"
              + " 256 at reduced.")
  private @Nullable Integer batch;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private PrecisionOption precision = new PrecisionOption();

  @Mixin private SparkOptions spark = new SparkOptions();

  @Option(
      names = "--yes",
      description = "Start an experiment that takes more than an hour, without an estimate.")
  private boolean yes;

  @Option(
      names = "--resume",
      description =
          "Skip runs that are finished in the directory, continue those that were interrupted.")
  private boolean resume;

  private final Clock clock = Clock.systemUTC();

  ReproduceCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws Exception {
    int sideBySide = spark.jobs(jobs);
    if (id.equals(LIST)) {
      return new ExperimentList(console(), this::say, RUNS)
          .answer(experiments(sideBySide), sideBySide);
    }
    requireOptionsOfId();
    if (!id.equals(ALL)) {
      requireConsent(sideBySide);
      return one(id, sideBySide, directory());
    }
    say(
        "skipping timing, which needs the whole machine, and uci, which needs its data: run them alone");
    RealDataJob tables = new RealDataJob(console(), this::say);
    tables.checked(tablesRequest(sideBySide, directory().resolve(RealDataJob.ID))); // before days
    requireConsent(sideBySide);
    Map<String, Object> answers = new LinkedHashMap<>();
    for (String each : ids()) {
      if (List.of(TimingJob.ID, UciJob.ID).contains(each)) {
        continue;
      }
      say("== " + each);
      Answer answer = one(each, sideBySide, directory().resolve(each));
      answers.put(each, answer.json());
      if (answer.exitCode() != 0) {
        return new Answer(answer.exitCode(), answers);
      }
    }
    return Answer.ok(answers);
  }

  private void requireOptionsOfId() {
    boolean tables = datasets != null || methods != null || dataDirectory != null;
    requireOnlyWith(
        "--dataset, --methods, --data-dir", tables, List.of(RealDataJob.ID, UciJob.ID, ALL));
    requireOnlyWith("--folds", folds != null, List.of(RealDataJob.ID, ALL));
    requireOnlyWith("--splits", splits != null, List.of(UciJob.ID));
    if (List.of(RealDataJob.ID, UciJob.ID).contains(id) && precision.given()) {
      throw new InputException(
          "--precision: given with %s (expected: none; it runs in float32)".formatted(id));
    }
    if (id.equals(RealDataJob.ID) && (seeds != 1 || firstSeed != 0)) {
      throw new InputException("--seeds: given with openml (expected: none; openml runs on folds)");
    }
    Arguments.atLeast("--seeds", seeds, 1);
    if (batch != null) {
      Arguments.atLeast("--batch", batch, 1);
      requireOnlyWith("--batch", true, POINTWISE);
    }
  }

  private void requireConsent(int sideBySide) {
    if (!yes && !resume && !spark.given()) {
      List<Experiment> wanted = experiments(sideBySide);
      new Consent(console()::note, console()::warn)
          .require(
              wanted.stream().filter(e -> id.equals(ALL) || id.equals(e.id())).toList(),
              scale(),
              seeds,
              sideBySide);
    }
  }

  private void requireOnlyWith(String options, boolean given, List<String> ids) {
    if (given && !ids.contains(id)) {
      throw new InputException(
          "%s: given with %s (expected: only with %s)"
              .formatted(options, id, String.join(", ", ids)));
    }
  }

  private Answer one(String which, int sideBySide, Path directory) throws Exception {
    return switch (which) {
      case RealDataJob.ID -> realData(sideBySide, directory);
      case UciJob.ID -> standardSplits(sideBySide, directory);
      case TimingJob.ID -> timing(directory);
      default -> experiment(which, sideBySide, directory);
    };
  }

  private Answer timing(Path directory) throws IOException {
    if (spark.given()) {
      throw new InputException(
          "--spark: given with timing (expected: none; it times this machine)");
    }
    return new TimingJob(console(), this::say)
        .run(
            new TimingJob.Request(
                scale(), precision, seedList(), directory, resume, again(), command(TimingJob.ID)),
            this::origin);
  }

  private List<Long> seedList() {
    return LongStream.range(firstSeed, firstSeed + seeds).boxed().toList();
  }

  /** The command as it was given, to continue after an interruption. */
  private String again() {
    List<String> words = spec.root().commandLine().getParseResult().originalArgs();
    return ShellCommand.otd(
        Stream.concat(words.stream(), resume ? Stream.empty() : Stream.of("--resume")).toArray());
  }

  /** The command, so that it can be repeated. */
  private String command(String which) {
    return "otd reproduce %s --scale %s --seeds %s --first-seed %s%s%s"
        .formatted(
            which,
            scale().label(),
            seeds,
            firstSeed,
            batch == null ? "" : " --batch " + batch,
            precision.argument());
  }

  private Answer realData(int sideBySide, Path directory) throws Exception {
    return new RealDataJob(console(), this::say)
        .run(tablesRequest(sideBySide, directory), this::origin);
  }

  private RealDataJob.Request tablesRequest(int sideBySide, Path directory) {
    return new RealDataJob.Request(
        Optional.ofNullable(dataDirectory),
        Optional.ofNullable(datasets),
        Optional.ofNullable(methods),
        Optional.ofNullable(folds).orElse(RealDataJob.FOLDS),
        scale(),
        sideBySide,
        directory,
        resume,
        again(),
        spark);
  }

  private Answer standardSplits(int sideBySide, Path directory) throws IOException {
    return new UciJob(console(), this::say)
        .run(
            new UciJob.Request(
                Optional.ofNullable(dataDirectory),
                Optional.ofNullable(datasets),
                Optional.ofNullable(methods),
                Optional.ofNullable(splits).orElse(UciJob.SPLITS),
                seedList(),
                scale(),
                sideBySide,
                directory,
                resume,
                again(),
                spark),
            this::origin);
  }

  private Answer experiment(String which, int sideBySide, Path directory) throws Exception {
    Experiment experiment =
        experiments(sideBySide).stream()
            .filter(e -> e.id().equals(which))
            .findFirst()
            .orElseThrow(
                () ->
                    new InputException(
                        "experiment: %s (expected: one of %s, %s, or %s)"
                            .formatted(which, String.join(", ", ids()), ALL, LIST)));
    return new ExperimentJob(console(), this::say, clock, fields(sideBySide))
        .run(
            new ExperimentJob.Request(
                experiment,
                scale(),
                precision,
                seedList(),
                sideBySide,
                directory,
                resume,
                again(),
                command(which),
                spark),
            this::origin);
  }

  private Path directory() {
    return Optional.ofNullable(out).orElse(RUNS.resolve("reproduce-" + id + "-" + scale().label()));
  }

  private GinzburgLandauJob fields(int sideBySide) {
    return GinzburgLandauJob.in(new CacheDirectory(System.getenv()).path(), console(), sideBySide);
  }

  private List<Experiment> experiments(int sideBySide) {
    OptionalInt points = batch == null ? OptionalInt.empty() : OptionalInt.of(batch);
    return Experiments.all(new FieldOptions(fields(sideBySide).source(), points));
  }

  private List<String> ids() {
    return Stream.concat(
            experiments(1).stream().map(Experiment::id),
            Stream.of(RealDataJob.ID, UciJob.ID, TimingJob.ID))
        .toList();
  }

  private Scale scale() {
    for (Scale known : Scale.values()) {
      if (known.label().equals(scale)) {
        return known;
      }
    }
    throw new InputException("--scale: " + scale + " (expected: quick, reduced, large or paper)");
  }

  private Map<String, String> origin() {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("finished", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    origin.put("OTD", BuildVersion.version() + " (commit " + BuildVersion.commit() + ")");
    origin.put("TensorFlow", TensorFlow.version());
    origin.put("Java", Runtime.version().toString());
    origin.put(
        "machine",
        "%s, %s cores"
            .formatted(System.getProperty("os.arch"), Runtime.getRuntime().availableProcessors()));
    origin.put("native flags", NativeFlags.inForce());
    origin.put(PrecisionOption.ORIGIN, precision.text());
    return origin;
  }
}

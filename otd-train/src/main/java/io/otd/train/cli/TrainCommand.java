package io.otd.train.cli;

import io.otd.core.trained.ModelDirectory;
import io.otd.core.trained.Provenance;
import io.otd.train.config.Settings;
import io.otd.train.config.SettingsReader;
import io.otd.train.config.SettingsWriter;
import io.otd.train.data.TableCard;
import io.otd.train.problem.InputException;
import io.otd.train.tabular.Continuation;
import io.otd.train.tabular.ModelProvenance;
import io.otd.train.tabular.RunDirectory;
import io.otd.train.tabular.TableSource;
import io.otd.train.tabular.TabularData;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Trains a model on a table. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Train a model on a table, measure it on held-out rows, and write a report.",
      "With --folds, train on each fold in turn, some side by side."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd train --data table.csv --target price",
      "  otd train --data table.csv --target price --method deep-ensemble",
      "  otd train openml:4353",
      "  otd train --data table.csv --target price --folds 5 --group customer",
      "  otd train run.yaml --set training.steps=5000 --seed 3",
      "  otd train --resume runs/table-0",
      "  otd train --print-settings > run.yaml",
      "",
      "docs/configuration.md lists all settings."
    })
final class TrainCommand extends OtdCommand {
  private static final Path RUNS = Path.of("runs");

  @Parameters(
      arity = "0..1",
      paramLabel = "CONFIG.yaml",
      description = "Settings; or the table, which may also be given by --data.")
  private @Nullable String given;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "The table: CSV or ARFF, plain or gzipped; or openml:ID.")
  private @Nullable String data;

  @Option(names = "--target", paramLabel = "COL", description = "The column to predict.")
  private @Nullable List<String> target;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "otd, otd-no-action, otd-0, otd-low-latent, otd-conditional, mc-dropout, mc-dropout-es,"
              + " concrete-dropout, deterministic, gaussian, mdn or deep-ensemble.")
  private @Nullable String method;

  @Option(
      names = "--folds",
      paramLabel = "N|FILE",
      description = "Cross-validation: a number of folds, or a CSV file with a column fold.")
  private @Nullable String folds;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "Deal the rows out to folds so often; 1.")
  private @Nullable Integer repeats;

  @Option(
      names = "--group",
      paramLabel = "COL",
      description = "A column whose rows of one value no split divides; not an input.")
  private @Nullable String group;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Networks that are trained at a time, of all members and folds together; one a core.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the run; by default runs/NAME-SEED, never one that is there.")
  private @Nullable Path directory;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "One setting, e.g. model.hidden=64,64; repeatable.")
  private @Nullable List<String> assignments;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the split and the training.")
  private @Nullable Long seed;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with a run that was stopped.")
  private @Nullable Path resume;

  @Option(
      names = "--print-settings",
      description = "Print the settings as they would be, as a configuration file; train nothing.")
  private boolean printSettings;

  TrainCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws Exception {
    if (resume != null) {
      return resumed(resume);
    }
    Settings settings = settings();
    if (printSettings) {
      say(SettingsWriter.commentedYaml(settings).stripTrailing());
      return Answer.ok(Map.of("settings", settings.flat()));
    }
    TableSource source = TableSource.read(settings);
    if (settings.data().crossValidation()) {
      try (RunDirectory run = newDirectory(settings, source, "-folds")) {
        return crossValidation().run(run, settings, source, Arguments.jobs(jobs));
      }
    }
    TabularData table = TabularData.of(source, settings);
    try (RunDirectory run = newDirectory(settings, source, "")) {
      return job().run(run, settings, table, List.of(), Arguments.jobs(jobs));
    }
  }

  private CrossValidationJob crossValidation() {
    return new CrossValidationJob(console(), this::say);
  }

  private TrainingJob job() {
    return new TrainingJob(console(), this::say);
  }

  private Settings settings() throws IOException {
    Optional<Path> table = table();
    Settings settings = reader(Optional.empty(), table).settings();
    Optional<Path> file = settings.data().file();
    if (file.isPresent() && TableCard.of(file.get()).isPresent()) {
      settings = reader(file, table).settings();
    }
    return seed == null ? settings : settings.withSeed(seed);
  }

  /** The table given as such, in the cache if it is OpenML's. */
  private Optional<Path> table() throws IOException {
    if (data != null && given != null && !isConfiguration(given)) {
      throw new InputException(
          "%s: a table beside --data %s (expected: one table)".formatted(given, data));
    }
    String name = data == null && given != null && !isConfiguration(given) ? given : data;
    return name == null ? Optional.empty() : Optional.of(new TableFiles(console()).file(name));
  }

  private static boolean isConfiguration(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  /**
   * What is given, the last ones counting most.
   *
   * @param described the table whose card says what else is not said
   * @param table given as such
   */
  private SettingsReader reader(Optional<Path> described, Optional<Path> table) throws IOException {
    SettingsReader reader = new SettingsReader();
    if (described.isPresent()) {
      TableCard.of(described.get()).ifPresent(card -> card(reader, card, described.get()));
    }
    if (given != null && isConfiguration(given)) {
      reader.file(Path.of(given));
    }
    if (method != null) {
      reader.value("model.method", List.of(method), "--method");
    }
    if (assignments != null) {
      assignments.forEach(reader::assignment);
    }
    table.ifPresent(t -> reader.value("data.file", List.of(t.toString()), "--data"));
    if (target != null) {
      reader.value("data.target", target, "--target");
    }
    if (folds != null) {
      reader.value("data.folds", List.of(folds), "--folds");
    }
    if (repeats != null) {
      reader.value("data.repeats", List.of(repeats.toString()), "--repeats");
    }
    if (group != null) {
      reader.value("data.group", List.of(group), "--group");
    }
    return reader;
  }

  private static void card(SettingsReader reader, TableCard card, Path table) {
    String origin = TableCard.beside(table).toString();
    reader.value("data.target", card.target(), origin);
    reader.value("data.ignore", card.ignore(), origin);
    if (!card.folds().isEmpty()) {
      Path folds = table.toAbsolutePath().resolveSibling(card.folds());
      reader.value("data.folds", List.of(folds.toString()), origin);
    }
  }

  private RunDirectory newDirectory(Settings settings, TableSource source, String ending)
      throws IOException {
    return directory != null
        ? RunDirectory.create(directory, settings)
        : RunDirectory.createNext(
            RUNS,
            TableSource.name(source.file()) + "-" + settings.training().seed() + ending,
            settings);
  }

  private Answer resumed(Path path) throws Exception {
    if (given != null
        || data != null
        || target != null
        || method != null
        || directory != null
        || assignments != null
        || folds != null
        || repeats != null
        || group != null
        || seed != null) {
      throw new InputException(
          "--resume: together with other settings (expected: alone; a run goes on as it began)");
    }
    try (RunDirectory run = RunDirectory.open(path)) {
      if (run.finished()) {
        throw new InputException(path + ": the run has come to its end, nothing is left to do");
      }
      Settings settings = run.settings();
      TableSource source = TableSource.read(settings);
      if (settings.data().crossValidation()) {
        return crossValidation().run(run, settings, source, Arguments.jobs(jobs));
      }
      TabularData table = TabularData.of(source, settings);
      TrainingJob.prepareLibrary(settings, table);
      Optional<ModelDirectory.Stored> stored = run.stored();
      if (stored.isPresent()) {
        Provenance began = stored.get().model().provenance();
        Continuation.requireSameFiles(began.dataHash(), began.settings(), settings, source);
        Continuation.warning(
                began,
                ModelProvenance.of(settings, table, NativeFlags.inForce(), Clock.systemUTC()))
            .ifPresent(console()::warn);
      }
      return job()
          .run(
              run,
              settings,
              table,
              stored.map(ModelDirectory.Stored::snapshots).orElse(List.of()),
              Arguments.jobs(jobs));
    }
  }
}

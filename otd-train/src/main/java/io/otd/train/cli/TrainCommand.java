package io.otd.train.cli;

import io.otd.core.trained.ModelDirectory;
import io.otd.core.trained.Provenance;
import io.otd.train.config.Settings;
import io.otd.train.config.SettingsReader;
import io.otd.train.config.SettingsWriter;
import io.otd.train.problem.InputException;
import io.otd.train.tabular.ModelProvenance;
import io.otd.train.tabular.RunDirectory;
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
    description = "Train a model on a table, measure it on held-out rows, and write a report.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd train --data table.csv --target price",
      "  otd train --data table.csv --target price --method deep-ensemble",
      "  otd train run.yaml --set training.steps=5000 --seed 3",
      "  otd train --resume runs/table-0",
      "  otd train --print-settings > run.yaml",
      "",
      "docs/configuration.md lists all settings."
    })
final class TrainCommand extends OtdCommand {
  private static final Path RUNS = Path.of("runs");

  @Parameters(arity = "0..1", paramLabel = "CONFIG.yaml", description = "Settings.")
  private @Nullable Path config;

  @Option(names = "--data", paramLabel = "FILE", description = "The table; CSV, plain or gzipped.")
  private @Nullable Path data;

  @Option(names = "--target", paramLabel = "COL", description = "The column to predict.")
  private @Nullable List<String> target;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "otd, otd-0, mc-dropout, mc-dropout-es, concrete-dropout, deterministic, gaussian, mdn or"
              + " deep-ensemble.")
  private @Nullable String method;

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
  Answer run() throws IOException {
    if (resume != null) {
      return resumed(resume);
    }
    Settings settings = settings();
    if (printSettings) {
      say(SettingsWriter.commentedYaml(settings).stripTrailing());
      return Answer.ok(Map.of("settings", settings.flat()));
    }
    TabularData table = TabularData.read(settings);
    try (RunDirectory run = newDirectory(settings, table)) {
      return job().run(run, settings, table, List.of());
    }
  }

  private TrainingJob job() {
    return new TrainingJob(console(), this::say);
  }

  private Settings settings() {
    SettingsReader reader = new SettingsReader();
    if (config != null) {
      reader.file(config);
    }
    if (method != null) {
      reader.value("model.method", List.of(method), "--method");
    }
    if (assignments != null) {
      assignments.forEach(reader::assignment);
    }
    if (data != null) {
      reader.value("data.file", List.of(data.toString()), "--data");
    }
    if (target != null) {
      reader.value("data.target", target, "--target");
    }
    Settings settings = reader.settings();
    return seed == null ? settings : settings.withSeed(seed);
  }

  private RunDirectory newDirectory(Settings settings, TabularData table) throws IOException {
    return directory != null
        ? RunDirectory.create(directory, settings)
        : RunDirectory.createNext(
            RUNS, RunText.name(table) + "-" + settings.training().seed(), settings);
  }

  private Answer resumed(Path path) throws IOException {
    if (config != null
        || data != null
        || target != null
        || method != null
        || directory != null
        || assignments != null
        || seed != null) {
      throw new InputException(
          "--resume: together with other settings (expected: alone; a run goes on as it began)");
    }
    try (RunDirectory run = RunDirectory.open(path)) {
      if (run.finished()) {
        throw new InputException(path + ": the run has come to its end, nothing is left to do");
      }
      Settings settings = run.settings();
      TabularData table = TabularData.read(settings);
      TrainingJob.prepareLibrary(settings, table);
      Optional<ModelDirectory.Stored> stored = run.stored();
      if (stored.isPresent()) {
        Provenance began = stored.get().model().provenance();
        Continuation.requireSameFiles(began, settings, table);
        warnOfDifferences(
            Continuation.differences(
                began,
                ModelProvenance.of(settings, table, NativeFlags.inForce(), Clock.systemUTC())));
      }
      return job()
          .run(
              run, settings, table, stored.map(ModelDirectory.Stored::snapshots).orElse(List.of()));
    }
  }

  private void warnOfDifferences(List<String> differences) {
    if (!differences.isEmpty()) {
      console()
          .warn(
              "the run goes on, but not bit for bit as it would have without the stop: "
                  + String.join(", ", differences));
    }
  }
}

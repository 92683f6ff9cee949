package io.otd.app;

import io.otd.core.provenance.Provenance;
import io.otd.core.trained.ModelDirectory;
import io.otd.table.problem.InputException;
import io.otd.train.fit.PreparedTable;
import io.otd.train.fit.TableSource;
import io.otd.train.run.Continuation;
import io.otd.train.run.ModelProvenance;
import io.otd.train.run.RunDirectory;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import io.otd.train.settings.SettingsWriter;
import io.otd.train.tuning.SearchFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains a model on a table. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Train a model on a table, score it on held-out rows and write a report.",
      "With --folds, cross-validate: train one model per fold, several in parallel."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd train --data table.csv --target price",
      "  otd train --data table.csv --target price --method deep-ensemble",
      "  otd train openml:4353",
      "  otd train --fields fields.npz",
      "  otd train --data table.csv --target price --folds 5 --group customer",
      "  otd train run.yaml --set training.steps=5000 --seed 3",
      "  otd train --resume runs/table-0",
      "  otd train --print-settings > run.yaml",
      "",
      "docs/configuration.md lists all settings."
    })
final class TrainCommand extends OtdCommand {
  private static final Path RUNS = Path.of("runs");

  @Mixin private SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Maximum number of networks trained in parallel, over all members and folds. "
              + "Default: the number of cores.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory of the run, which must be new or empty. Default: runs/NAME-SEED, "
              + "with a number appended if that exists.")
  private @Nullable Path directory;

  @Option(names = "--resume", paramLabel = "DIR", description = "Resume an interrupted run.")
  private @Nullable Path resume;

  @Option(
      names = "--print-settings",
      description = "Print all settings as a configuration file; do not train.")
  private boolean printSettings;

  TrainCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws Exception {
    int sideBySide = Arguments.jobs(jobs);
    if (resume != null) {
      return resumed(resume, sideBySide);
    }
    Settings settings = options.settings(console());
    if (printSettings) {
      say(SettingsWriter.commentedYaml(settings).stripTrailing());
      return Answer.ok(Map.of("settings", SettingsJson.of(settings)));
    }
    TableSource source = TableSource.read(settings);
    if (settings.data().crossValidation()) {
      try (RunDirectory run = newDirectory(settings, source, "-folds")) {
        return crossValidation().run(run, settings, source, sideBySide);
      }
    }
    PreparedTable table = PreparedTable.of(source, settings);
    try (RunDirectory run = newDirectory(settings, source, "")) {
      return job().run(run, settings, table, List.of(), sideBySide);
    }
  }

  private CrossValidationJob crossValidation() {
    return new CrossValidationJob(console(), this::say);
  }

  private TrainingJob job() {
    return new TrainingJob(console(), this::say);
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

  private Answer resumed(Path path, int sideBySide) throws Exception {
    if (options.any() || directory != null) {
      throw new InputException(
          "--resume: given with other options (expected: alone, or with --jobs; a run resumes with its own settings)");
    }
    if (SearchFile.isIn(path)) {
      throw new InputException(
          "%s: a search for settings (expected: a training run; resume it with: %s)"
              .formatted(path, ShellCommand.otd("tune", "--resume", path)));
    }
    try (RunDirectory run = RunDirectory.open(path)) {
      if (run.finished()) {
        throw new InputException(path + ": the run is finished (expected: an interrupted run)");
      }
      Settings settings = run.settings();
      TableSource source = TableSource.read(settings);
      if (settings.data().crossValidation()) {
        return crossValidation().run(run, settings, source, sideBySide);
      }
      PreparedTable table = PreparedTable.of(source, settings);
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
              sideBySide);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.command.ShellCommand;
import io.otd.app.flags.SettingFlags;
import io.otd.table.problem.InputException;
import io.otd.train.FittedModel;
import io.otd.train.Otd;
import io.otd.train.OtdBuilder;
import io.otd.train.RunFolder;
import io.otd.train.RunPlan;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.SearchFile;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import io.otd.train.settings.SettingsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
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
      "  otd train --data table.csv --target price --budget 5m",
      "  otd train --data table.csv --target price --folds 5 --group customer",
      "  otd train --from runs/table-0 --data new.csv",
      "  otd train run.yaml --set training.steps=5000 --seed 3",
      "  otd train --resume runs/table-0",
      "  otd train --print-settings > run.yaml",
      "",
      "docs/settings.md lists all settings."
    })
public final class TrainCommand extends OtdCommand implements SettingFlags.Owner {
  @Mixin private SettingsOptions options = new SettingsOptions();

  @Mixin private RunOptions runOptions = new RunOptions();

  @Mixin private BudgetOption budget = new BudgetOption();

  @Mixin private SparkOptions spark = new SparkOptions();

  @Option(
      names = "--print-settings",
      description = "Print all settings as a configuration file; do not train.")
  private boolean printSettings;

  TrainCommand(Console console) {
    super(console);
  }

  @Override
  protected Map<String, String> options() {
    return options.typed();
  }

  @Override
  public SettingFlags flags() {
    return options.flags();
  }

  @Override
  public Answer run() throws Exception {
    int sideBySide = runOptions.jobs(spark);
    if (runOptions.resumed().isPresent()) {
      return resumed(runOptions.resumed().get(), sideBySide);
    }
    Settings settings = budget.in(options.settings(console()));
    if (printSettings) {
      say(SettingsWriter.commentedYaml(settings).stripTrailing());
      return Answer.ok(Map.of("settings", SettingsJson.of(settings)));
    }
    return trained(
        Otd.of(settings), settings.data().crossValidation(), runOptions.folder(), sideBySide);
  }

  private Answer trained(OtdBuilder training, boolean folds, RunFolder folder, int sideBySide)
      throws IOException {
    try (ConsoleTraining shown =
        new ConsoleTraining(
            console(), sideBySide, runOptions.verbose(), plan -> summary(plan, sideBySide))) {
      Otd otd = shown.of(spark.on(training)).build();
      if (folds) {
        return CrossValidationAnswer.of(
            otd.crossValidateIn(folder), this::again, console(), this::say);
      }
      try (FittedModel model = otd.fitIn(folder)) {
        return RunAnswer.of(model, shown.plan(), this::again, runOptions.verbose(), this::say);
      }
    }
  }

  private String again(Path directory) {
    return spark.resume("train", directory);
  }

  private void summary(RunPlan plan, int sideBySide) {
    (plan.kind() == RunPlan.Kind.CROSS_VALIDATION
            ? CrossValidationAnswer.summary(plan, sideBySide, runOptions.verbose())
            : RunText.summary(plan, runOptions.verbose()))
        .forEach(console()::note);
  }

  private Answer resumed(Path path, int sideBySide) throws IOException {
    if (options.any() || budget.given() || runOptions.placed() || printSettings) {
      throw new InputException(
          "--resume: given with other options (expected: alone, or with --jobs and --spark; a run"
              + " resumes with its own settings)");
    }
    if (SearchFile.isIn(path)) {
      throw new InputException(
          "%s: a search for settings (expected: a training run; resume it with: %s)"
              .formatted(path, ShellCommand.otd("tune", "--resume", path)));
    }
    OtdBuilder training = Otd.resuming(path);
    if (ResultFile.isIn(path)) {
      throw new InputException(path + ": the run is finished (expected: an interrupted run)");
    }
    return trained(
        training,
        RunDirectory.settings(path).data().crossValidation(),
        RunFolder.at(path),
        sideBySide);
  }
}

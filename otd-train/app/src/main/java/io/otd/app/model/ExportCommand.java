// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.train.internal.result.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports a trained model. */
@Command(
    name = "export",
    description = "Export a trained model as a SavedModel, as a new version in a directory.",
    footerHeading = "%nExample:%n",
    footer = "  otd export runs/table-0 --to models/table")
public final class ExportCommand extends OtdCommand {
  /** Error of the mean of the draws, in standard deviations of the distribution. */
  private static final double LARGEST_ERROR = .3;

  @Parameters(paramLabel = "MODEL", description = "Directory of a trained model.")
  private Path model = Path.of("");

  @Option(
      names = "--to",
      required = true,
      paramLabel = "BASE",
      description = "Directory of the versions; the model is written to BASE/VERSION.")
  private Path base = Path.of("");

  @Option(
      names = "--bank",
      paramLabel = "S",
      description = "Number of draws per prediction of the SavedModel. Default: ${DEFAULT-VALUE}.")
  private int bank = ExportOptions.DEFAULT.bank();

  @Option(
      names = "--version",
      paramLabel = "V",
      description = "Version number. Default: the next free one.")
  private @Nullable Long version;

  @Option(
      names = "--onnx",
      description = "Also write the model in ONNX format, as model.onnx in the same directory.")
  private boolean onnx;

  @Option(
      names = "--mlflow",
      description =
          "Also make the directory an MLflow model, for mlflow.pyfunc.load_model; implies"
              + " --onnx.")
  private boolean mlflow;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("unused") // only its presence matters
  private boolean help;

  ExportCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    Arguments.atLeast("--bank", bank, 1);
    ExportOptions options = ExportOptions.DEFAULT.withBank(bank);
    if (version != null) {
      Arguments.atLeast("--version", version, 1);
      options = options.withVersion(version);
    }
    if (onnx) {
      options = options.withOnnx();
    }
    if (mlflow) {
      options = options.withMlflow();
    }
    TrainedModel trained = ModelOpener.trained(model);
    ModelOpener.warnIfUnfinished(model, trained, console());
    Arguments.directory("--to", base);
    warnIfFew(trained);
    trained.schema().targets().forEach(t -> t.coarseness().ifPresent(console()::warn));
    SavedModelExporter.Exported exported = SavedModelExporter.export(trained, base, options);
    say("exported and verified version " + exported.version() + ": " + exported.directory());
    return Answer.ok(
        new JsonObject()
            .with("directory", exported.directory().toString())
            .with("version", exported.version())
            .with("bank", exported.description().bank().size())
            .with("onnx", options.onnx())
            .with("mlflow", options.mlflow()));
  }

  private void warnIfFew(TrainedModel trained) {
    double error = trained.errorOfMean(bank);
    if (error > LARGEST_ERROR) {
      console()
          .warn(
              ("the spread of the draws is scaled down strongly; the mean of %s may be off by %s"
                      + " standard deviations (--bank %s reduces this to %s)")
                  .formatted(
                      bank,
                      NumberText.of(error, 2),
                      (long) Math.ceil(bank * Math.pow(error / LARGEST_ERROR, 2)),
                      LARGEST_ERROR));
    }
  }
}

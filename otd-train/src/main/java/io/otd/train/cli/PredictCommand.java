package io.otd.train.cli;

import io.otd.core.files.DurableFiles;
import io.otd.train.data.TableBlocks;
import io.otd.train.problem.InputException;
import io.otd.train.tabular.UnpredictableRowException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Predicts the rows of a table. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "Predict the rows of a table: mean, standard deviation, quantiles, conformal intervals where",
      "the model has them, and draws if wanted.",
      "Columns are found by name; further ones are ignored, the target need not be there.",
      "The table is read, predicted and written in blocks of rows, so that it may be of any length."
    },
    footerHeading = "%nExample:%n",
    footer = "  otd predict runs/table-0 --data new.csv --out predictions.csv --quantiles .05,.95")
final class PredictCommand extends OtdCommand {
  @Parameters(paramLabel = "MODEL", description = "Trained model or SavedModel.")
  private Path model = Path.of("");

  @Option(names = "--data", required = true, paramLabel = "FILE", description = "The table.")
  private String data = "";

  @Mixin private TableOptions options = new TableOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE.csv",
      description = "Where the predictions go; standard output if not given.")
  private @Nullable Path out;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "Q",
      description = "Quantiles; 0.05,0.25,0.5,0.75,0.95.")
  private List<Double> quantiles = List.of(.05, .25, .5, .75, .95);

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Also write the first N draws of each row.")
  private int samples;

  @Option(
      names = "--draws",
      paramLabel = "K",
      description = "Draws of each prediction of a trained model; ${DEFAULT-VALUE}.")
  private int draws = 1000;

  PredictCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException {
    Arguments.atLeast("--samples", samples, 0);
    Arguments.atLeast("--draws", draws, Math.max(1, samples));
    Arguments.insideUnit("--quantiles", quantiles);
    if (out != null) {
      Arguments.writable("--out", out);
    }
    Path file = new TableFiles(console()).file(data);
    try (DistributionSource source = ModelOpener.open(model, draws, console())) {
      if (samples > source.draws()) {
        throw new InputException(
            "--samples: %d (expected: at most %d, the draws of this model)"
                .formatted(samples, source.draws()));
      }
      try (TableBlocks rows = ModelOpener.inputs(file, source, options.format())) {
        source.conformal().notices().forEach(console()::warn);
        return predicted(file, new PredictionJob(console(), source, rows));
      }
    } catch (UnpredictableRowException e) {
      throw new InputException(data + ", " + e.getMessage());
    }
  }

  private Answer predicted(Path file, PredictionJob job) throws IOException {
    DistributionSource source = job.source();
    PredictionTable predictions =
        new PredictionTable(source.schema().targetNames(), quantiles, source.conformal(), samples);
    List<Map<String, Double>> rows = new ArrayList<>();
    if (out != null) {
      if (Files.isRegularFile(file)) { // a pipe may keep it waiting
        console().interruption().guard();
      }
      if (!written(out, job, predictions)) {
        console().note("otd: interrupted; " + out + " is not written");
        return new Answer(Interruption.EXIT_CODE, Map.of("status", "interrupted"));
      }
      say("%d rows, %d draws each: %s".formatted(job.rows().given(), source.draws(), out));
    } else if (json()) {
      job.run(drawn -> rows.addAll(predictions.rows(drawn)));
    } else {
      print(job, predictions);
    }
    return Answer.ok(json(job, predictions, rows));
  }

  private Map<String, Object> json(
      PredictionJob job, PredictionTable predictions, List<Map<String, Double>> rows) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("model", model.toString());
    json.put("rows", job.rows().given());
    json.put("draws", job.source().draws());
    json.put("columns", predictions.columns());
    if (out != null) {
      json.put("out", out.toString());
    } else {
      json.put("predictions", rows);
    }
    return json;
  }

  /** Under a temporary name first: a reader sees all rows or no file. */
  private static boolean written(Path file, PredictionJob job, PredictionTable predictions)
      throws IOException {
    Path temporary = DurableFiles.temporarySibling(file.toAbsolutePath());
    try {
      boolean all;
      try (BufferedWriter writer = Files.newBufferedWriter(temporary)) {
        predictions.writeHeader(writer);
        all = job.run(drawn -> predictions.write(writer, drawn));
      }
      if (all) {
        DurableFiles.rename(temporary, file);
      }
      return all;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Block by block: what was predicted before something goes wrong is out. */
  private void print(PredictionJob job, PredictionTable predictions) throws IOException {
    PrintStream to = console().out();
    Writer writer = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
    job.run(
        drawn -> {
          if (job.rows().given() == drawn.rows()) { // the first block
            predictions.writeHeader(writer);
          }
          predictions.write(writer, drawn);
          writer.flush();
          if (to.checkError()) {
            throw new IOException("standard output: closed before all rows were written");
          }
        });
  }
}

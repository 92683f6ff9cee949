package io.otd.train.cli;

import io.otd.core.files.DurableFiles;
import io.otd.core.metrics.Draws;
import io.otd.train.data.Table;
import io.otd.train.encoding.TableEncoding;
import io.otd.train.problem.InputException;
import io.otd.train.tabular.UnpredictableRowException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
      "Columns are found by name; further ones are ignored, the target need not be there."
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
    try (DistributionSource source = ModelOpener.open(model, draws, console())) {
      if (samples > source.draws()) {
        throw new InputException(
            "--samples: %d (expected: at most %d, the draws of this model)"
                .formatted(samples, source.draws()));
      }
      Table table =
          ModelOpener.table(new TableFiles(console()).file(data), source, options.format(), false)
              .table();
      new TableEncoding(source.schema()).notices(table).forEach(console()::warn);
      PredictionTable predictions =
          new PredictionTable(
              source.schema().targetNames(), quantiles, source.conformal(), samples);
      source.conformal().notices().forEach(console()::warn);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("model", model.toString());
      json.put("rows", table.rows());
      json.put("draws", source.draws());
      json.put("columns", predictions.columns());
      if (out != null) {
        write(out, source, table, predictions);
        json.put("out", out.toString());
        say("%d rows, %d draws each: %s".formatted(table.rows(), source.draws(), out));
      } else if (json()) {
        json.put("predictions", all(source, table, predictions));
      } else {
        Writer writer = new OutputStreamWriter(console().out(), StandardCharsets.UTF_8);
        write(writer, source, table, predictions);
        writer.flush();
      }
      return Answer.ok(json);
    } catch (UnpredictableRowException e) {
      throw new InputException(data + ", " + e.getMessage());
    }
  }

  /** Under a temporary name first: a reader sees all rows or no file. */
  private static void write(
      Path file, DistributionSource source, Table table, PredictionTable predictions)
      throws IOException {
    Path temporary = DurableFiles.temporarySibling(file.toAbsolutePath());
    try {
      try (BufferedWriter writer = Files.newBufferedWriter(temporary)) {
        write(writer, source, table, predictions);
      }
      DurableFiles.rename(temporary, file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void write(
      Writer writer, DistributionSource source, Table table, PredictionTable predictions)
      throws IOException {
    predictions.writeHeader(writer);
    for (int from = 0; from < table.rows(); from += source.block()) {
      predictions.write(writer, draw(source, table, from));
    }
  }

  private static List<Map<String, Double>> all(
      DistributionSource source, Table table, PredictionTable predictions) {
    List<Map<String, Double>> rows = new ArrayList<>();
    for (int from = 0; from < table.rows(); from += source.block()) {
      rows.addAll(predictions.rows(draw(source, table, from)));
    }
    return rows;
  }

  private static Draws draw(DistributionSource source, Table table, int from) {
    int to = Math.min(table.rows(), from + source.block());
    return source.draw(table, IntStream.range(from, to).toArray());
  }
}

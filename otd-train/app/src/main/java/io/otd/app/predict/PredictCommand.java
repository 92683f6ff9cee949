// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.model.BadRows;
import io.otd.app.model.ModelOpener;
import io.otd.app.output.InputFiles;
import io.otd.app.output.OutputEndedException;
import io.otd.app.rows.KeptColumns;
import io.otd.app.rows.NameList;
import io.otd.app.rows.PeekedRows;
import io.otd.app.rows.RowSlices;
import io.otd.app.table.DataOptions;
import io.otd.core.internal.text.NumberText;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableBlocks;
import io.otd.table.source.TableAddress;
import io.otd.table.source.WrittenColumn;
import io.otd.train.internal.prediction.DistributionSource;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.run.ModelProvenance;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Predicts the rows of a table, or fields. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "Predict the rows of a table, or fields.",
      "Writes mean, standard deviation, quantiles, conformal intervals if the "
          + "model has them, and draws if requested.",
      "Columns are matched by name. Columns that only named rows in training stand beside the"
          + " predictions, and those of --keep. Other columns are ignored; the target may be"
          + " absent.",
      "The table is processed in blocks of rows, so it may be larger than memory.",
      "With --fields, each draw is a whole field, with one mask for all its points."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd predict runs/table-0 --data new.csv --out predictions.csv",
      "  otd predict runs/table-0 --data new.csv --quantiles 0.05,0.95",
      "  otd predict runs/table-0 --data new.parquet --out predictions.parquet",
      "  otd predict runs/fields-0 --fields new.npz --out predicted.npz --samples " + "20"
    })
public final class PredictCommand extends OtdCommand {
  @Parameters(
      paramLabel = "MODEL",
      description = "Directory of a trained model or of a SavedModel.")
  private Path model = Path.of("");

  @Option(
      names = "--fields",
      paramLabel = "FILE",
      description =
          "Fields to predict instead of a table: an .npz file with parameters and "
              + "coordinates.")
  private @Nullable Path fields;

  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Output: a file .csv or .parquet, jdbc:...?table=NAME for a table of a database, .npz for"
              + " fields. Default, and -: standard output, as CSV.")
  private @Nullable String out;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "Q",
      description = "Quantile levels. Default: 0.05,0.25,0.5,0.75,0.95.")
  private List<Double> quantiles = List.of(.05, .25, .5, .75, .95);

  @Option(
      names = "--thresholds",
      split = ",",
      paramLabel = "T",
      description =
          "Also write the probability that the target is at or below each of these values, in a"
              + " column below_T.")
  private List<Double> thresholds = List.of();

  @Option(
      names = "--parts",
      description = "Also write the variance within the networks of the model and between them.")
  private boolean parts;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Also write the first N draws of each row or field. Default: 0.")
  private int samples;

  @Mixin private DrawsOption draws = new DrawsOption();

  @Option(
      names = "--bad-rows",
      paramLabel = "fail|skip|flag",
      description =
          "Rows that cannot be predicted: fail; skip them, and number the others; or flag them,"
              + " with the reason in a column. Default: ${DEFAULT-VALUE}.")
  private BadRows badRows = BadRows.FAIL;

  @Option(
      names = "--keep",
      paramLabel = "COL,COL",
      description =
          "Columns of the table to write beside the predictions, in addition to those that only"
              + " named rows in training; repeatable.")
  private List<String> keep = List.of();

  PredictCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    Arguments.atLeast("--samples", samples, 0);
    Arguments.insideUnit("--quantiles", quantiles);
    requireFinite(thresholds);
    if (fields != null) {
      return predictedFields(fields);
    }
    if (!data.given()) {
      throw InputException.notGiven("--data", "a table, --query or --fields");
    }
    TableAddress file = data.address(console());
    InputFiles read = InputFiles.NONE.model(model).table(file);
    Optional<PredictionOutput> output =
        destination().map(name -> PredictionOutput.of("--out", name, read));
    try (DistributionSource source = opened()) {
      KeptColumns kept =
          new KeptColumns(
              ModelProvenance.identifiers(source.settings()),
              "--keep",
              NameList.all("--keep", keep));
      try (TableBlocks blocks = ModelOpener.inputs(file, source, data.format(), badRows, kept)) {
        source.conformal().notices().forEach(console()::warn);
        PeekedRows rows = new PeekedRows(blocks);
        List<WrittenColumn> written =
            kept.among(rows.names()).stream()
                .map(name -> new WrittenColumn(name, kind(blocks, name)))
                .toList();
        PredictionTable predictions = predictions(source, written, output);
        PredictionJob job = new PredictionJob(console(), source, rows, badRows);
        return predicted(file, output, job, predictions);
      }
    }
  }

  private static void requireFinite(List<Double> thresholds) {
    for (double threshold : thresholds) {
      InputException.require(
          Double.isFinite(threshold), "--thresholds", threshold, "finite numbers");
    }
  }

  /** Where predictions go, if not to standard output. */
  private Optional<String> destination() {
    return Optional.ofNullable(out).filter(name -> !name.equals(Arguments.STANDARD_OUTPUT));
  }

  private static WrittenColumn.Kind kind(TableBlocks blocks, String kept) {
    return blocks.declaresTexts(kept) ? WrittenColumn.Kind.TEXT : WrittenColumn.Kind.UNDECLARED;
  }

  private DistributionSource opened() throws IOException {
    DistributionSource source =
        ModelOpener.open(model, draws.count(Math.max(1, samples)), console());
    if (samples > source.draws()) {
      source.close();
      throw new InputException(
          "--samples: %s (expected: at most %s, the draws of this model)"
              .formatted(samples, source.draws()));
    }
    return source;
  }

  private Answer predictedFields(Path file) throws IOException {
    if (data.described()
        || badRows != BadRows.FAIL
        || !keep.isEmpty()
        || !thresholds.isEmpty()
        || parts) {
      throw new InputException(
          "--fields: with --query, --bad-rows, --keep, --thresholds, --parts or options of a table"
              + " (expected: none of them)");
    }
    if (data.name().isPresent() || out == null) {
      throw new InputException(
          "--fields: %s (expected: --out FILE.npz, and no --data)"
              .formatted(data.name().isPresent() ? "given with --data" : "given without --out"));
    }
    Path to = PredictionOutput.ofFields("--out", out, InputFiles.NONE.model(model).file(file));
    FieldPoints points = FieldsFile.points(file);
    try (DistributionSource source = opened()) {
      points.table(0, 1).require(file + ": column", source.schema().inputNames());
      FieldPredictions predictions =
          new FieldPredictions(
              points, source.schema().targets(), quantiles, source.conformal(), samples);
      source.conformal().notices().forEach(console()::warn);
      if (samples > 0 && !source.coherent()) {
        console()
            .warn("a draw is not a coherent field: its points have different masks (masks.shared)");
      }
      console().interruption().guard();
      RowSlices rows = RowSlices.of(points, source.block());
      if (!new PredictionJob(console(), source, rows, BadRows.FAIL)
          .run(block -> predictions.add(block.draws().orElseThrow()))) {
        return interrupted(to.toString());
      }
      FieldsFile.write(to, points, predictions.arrays());
      say(
          "%s of %s, %s each: %s"
              .formatted(
                  NumberText.counted(points.cases(), "field"),
                  NumberText.counted(points.points(), "point"),
                  NumberText.counted(source.draws(), "draw"),
                  to));
      return Answer.ok(
          new JsonObject()
              .with("model", model.toString())
              .with("cases", points.cases())
              .with("points", points.points())
              .with("draws", source.draws())
              .with("arrays", List.copyOf(predictions.arrays().keySet()))
              .with("out", to.toString()));
    } catch (UnpredictableRowException e) {
      throw new InputException(file + ": " + e.getMessage());
    }
  }

  private Answer interrupted(String file) {
    console().note("otd: interrupted; " + file + " was not written");
    return Answer.interrupted();
  }

  private PredictionTable predictions(
      DistributionSource source, List<WrittenColumn> kept, Optional<PredictionOutput> output) {
    PredictionTable predictions =
        new PredictionTable(
            kept,
            source.schema().targets(),
            quantiles,
            thresholds,
            parts ? source.networks() : List.of(),
            source.conformal(),
            samples,
            badRows,
            output.filter(PredictionOutput::unordered).isPresent());
    Set<String> own = new HashSet<>(predictions.keeping(List.of()).columns());
    List<String> named = NameList.all("--keep", keep);
    for (WrittenColumn column : kept) {
      String name = column.name();
      if (own.contains(name) && named.contains(name)) {
        throw new InputException(
            "--keep: %s (expected: none of the predictions' own columns)".formatted(name));
      }
      if (own.contains(name)) {
        console()
            .warn(
                "column \"%s\" is not kept: the predictions have one of this name".formatted(name));
      }
    }
    return predictions.keeping(kept.stream().filter(c -> !own.contains(c.name())).toList());
  }

  private Answer predicted(
      TableAddress file,
      Optional<PredictionOutput> output,
      PredictionJob job,
      PredictionTable predictions)
      throws IOException {
    DistributionSource source = job.source();
    List<Map<String, Object>> rows = new ArrayList<>();
    if (output.isPresent()) {
      String to = output.get().address().name();
      // Not for a pipe, where reading may block.
      if (file.file().map(f -> Files.isRegularFile(f) || Files.isDirectory(f)).orElse(true)) {
        console().interruption().guard();
      }
      if (!output.get().write(job, predictions)) {
        return interrupted(to);
      }
      say(
          "%s, %s each: %s"
              .formatted(
                  NumberText.counted(job.given(), "row"),
                  NumberText.counted(source.draws(), "draw"),
                  to));
    } else if (json()) {
      job.run(drawn -> rows.addAll(predictions.rows(drawn)));
    } else {
      print(job, predictions);
    }
    return Answer.ok(json(job, predictions, rows));
  }

  private Map<String, Object> json(
      PredictionJob job, PredictionTable predictions, List<Map<String, Object>> rows) {
    Map<String, Object> json =
        new JsonObject()
            .with("model", model.toString())
            .with("rows", job.given())
            .with("draws", job.source().draws())
            .with("bad_rows", job.bad())
            .with("outside_rows", job.outside())
            .with("columns", predictions.columns())
            .with("out", destination())
            .tree();
    if (destination().isEmpty()) { // after the tree, which would copy all rows
      json.put("predictions", rows);
    }
    return json;
  }

  /** Block by block: predictions before an error are already written. */
  private void print(PredictionJob job, PredictionTable predictions) throws IOException {
    PrintStream to = console().out();
    Writer writer = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
    job.run(
        drawn -> {
          if (job.given() == drawn.rows().size()) { // the first block
            predictions.writeHeader(writer);
          }
          predictions.write(writer, drawn);
          writer.flush();
          if (to.checkError()) {
            throw new OutputEndedException();
          }
        });
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.model.BadRows;
import io.otd.app.model.ModelOpener;
import io.otd.app.model.WeightOption;
import io.otd.app.output.ScoreText;
import io.otd.app.rows.KeptColumns;
import io.otd.app.rows.NameList;
import io.otd.app.rows.RowSlices;
import io.otd.app.table.DataOptions;
import io.otd.core.internal.decision.LinearCost;
import io.otd.core.internal.decision.TailWeight;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.density.LikelihoodScale;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.table.problem.InputException;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableBlocks;
import io.otd.table.source.TableAddress;
import io.otd.train.internal.prediction.DistributionSource;
import io.otd.train.internal.prediction.ModelScoring;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.PredictionScores;
import io.otd.train.internal.samples.SampleFile;
import io.otd.train.internal.samples.SampleScoring;
import io.otd.train.internal.samples.TruthFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a model on a table, or predictions of any tool on what was observed. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Score a model on a table, or the predictions of any other tool.",
      "A model may be trained or exported. Other predictions are draws or "
          + "quantiles in a file, given with --samples. docs/metrics.md defines the "
          + "scores and the file formats."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd evaluate runs/table-0 --data new.csv",
      "  otd evaluate --samples draws.npy --truth observed.csv --target price --json"
    })
public final class EvaluateCommand extends OtdCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "MODEL",
      description = "Directory of a trained model or of a SavedModel.")
  private @Nullable Path model;

  @Option(
      names = "--samples",
      paramLabel = "FILE",
      description =
          "Draws or quantiles to score instead of a model: CSV, or .npy of shape [n, "
              + "K] or [n, K, d].")
  private @Nullable Path samples;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "Observed values for --samples: CSV, or .npy of shape [n] or [n, d].")
  private @Nullable Path truth;

  @Option(
      names = "--target",
      paramLabel = "COL,COL",
      description =
          "Columns of --truth, in the order of the targets in --samples; a name that holds a comma"
              + " in double quotes.")
  private @Nullable List<String> target;

  @Option(
      names = "--quantile-levels",
      description = "The first line of --samples holds quantile levels.")
  private boolean quantileLevels;

  @Option(
      names = "--bandwidth",
      paramLabel = "H",
      description = "Kernel bandwidth for the likelihood of --samples, in target units.")
  private @Nullable Double bandwidth;

  @Option(
      names = "--validation-samples",
      paramLabel = "FILE",
      description = "Other draws of the same tool, for choosing the bandwidth.")
  private @Nullable Path validationSamples;

  @Option(
      names = "--validation-truth",
      paramLabel = "FILE",
      description = "Observed values for --validation-samples.")
  private @Nullable Path validationTruth;

  @Mixin private WeightOption weight = new WeightOption();

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private DrawsOption draws = new DrawsOption();

  @Option(
      names = "--levels",
      split = ",",
      paramLabel = "LEVEL",
      description = "Levels of the prediction intervals. Default: 0.5,0.8,0.9,0.95.")
  private List<Double> levels = List.of(.5, .8, .9, .95);

  @Option(
      names = "--tail",
      paramLabel = "PART",
      description =
          "Also score a part of the distributions: above:NUMBER or below:NUMBER, in target units,"
              + " upper, lower, tails or centre; repeatable.")
  private List<String> tails = List.of();

  @Option(
      names = "--loss",
      paramLabel = "COST",
      description =
          "Also score decisions: pinball:LEVEL, or under:COST,over:COST, the costs of each unit by"
              + " which a decision is too low or too high; repeatable.")
  private List<String> losses = List.of();

  @Option(
      names = "--coverage-by",
      paramLabel = "COL,COL",
      description =
          "Also show the coverage in groups of rows: by the texts or numbers in a column of --data,"
              + " of many numbers by fifths; repeatable.")
  private List<String> coverageBy = List.of();

  @Option(
      names = "--bad-rows",
      paramLabel = "fail|skip",
      description =
          "Rows of --data that cannot be scored: fail, or skip them. Default: ${DEFAULT-VALUE}.")
  private BadRows badRows = BadRows.FAIL;

  EvaluateCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    Arguments.insideUnit("--levels", levels);
    if (badRows == BadRows.FLAG) {
      throw new InputException("--bad-rows: flag (expected: fail or skip)");
    }
    if ((samples == null) == (model == null)) {
      throw new InputException(
          "MODEL and --samples: %s (expected: exactly one)"
              .formatted(samples == null ? "neither" : "both"));
    }
    further();
    return samples != null ? scored(samples) : measured(Objects.requireNonNull(model));
  }

  /** The scores of tails, then those of decisions. */
  private List<ScoreOptions.Further> further() {
    List<ScoreOptions.Further> further = new ArrayList<>();
    tails.forEach(
        text ->
            further.add(
                TailWeight.of(text)
                    .orElseThrow(() -> unknown("--tail", text, TailWeight.FORMS))
                    .further()));
    costs().forEach(cost -> further.addAll(cost.further()));
    return further;
  }

  private KeptColumns columns() {
    return new KeptColumns(List.of(), "--coverage-by", NameList.all("--coverage-by", coverageBy));
  }

  private List<LinearCost> costs() {
    return losses.stream()
        .map(
            text ->
                LinearCost.of(text).orElseThrow(() -> unknown("--loss", text, LinearCost.FORMS)))
        .toList();
  }

  private static InputException unknown(String option, String text, String expected) {
    return new InputException("%s: %s (expected: %s)".formatted(option, text, expected));
  }

  private Answer measured(Path directory) throws IOException {
    TableAddress table = data.address(console());
    requireAbsent("--truth", truth);
    requireAbsent("--target", target);
    requireAbsent("--quantile-levels", quantileLevels ? "given" : null);
    requireAbsent("--bandwidth", bandwidth);
    requireAbsent("--validation-samples", validationSamples);
    requireAbsent("--validation-truth", validationTruth);
    try (DistributionSource source = ModelOpener.open(directory, draws.count(2), console())) {
      return badRows == BadRows.FAIL
          ? whole(table, directory, source)
          : scorable(table, directory, source);
    }
  }

  private Answer whole(TableAddress table, Path directory, DistributionSource source)
      throws IOException {
    DataFile file = ModelOpener.table(table, source, weight, data.format(), columns());
    RowSlices rows = RowSlices.of(weight.counting(file.table(), source.settings()), source.block());
    return measured(
        table, directory, file.sha256(), new PredictionJob(console(), source, rows, badRows));
  }

  private Answer scorable(TableAddress table, Path directory, DistributionSource source)
      throws IOException {
    try (TableBlocks rows = ModelOpener.scorable(table, source, weight, data.format(), columns())) {
      return measured(
          table, directory, digest(table), new PredictionJob(console(), source, rows, badRows));
    }
  }

  /** As {@link DataFile} has it; of a file alone. */
  private static String digest(TableAddress table) throws IOException {
    Optional<Path> file = table.file().filter(Files::isRegularFile);
    return file.isPresent() && table.query().isEmpty()
        ? FileDigest.of(file.get()).sha256()
        : "unknown";
  }

  private Answer measured(TableAddress table, Path directory, String sha256, PredictionJob job)
      throws IOException {
    boolean trainedOn = sha256.equals(job.source().dataHash());
    if (trainedOn) {
      console()
          .warn(
              table
                  + ": the model was trained on this table; its test scores are in result.json of"
                  + " the run");
    }
    if (sha256.equals(job.source().settings().get(Provenance.RECALIBRATION))) {
      console().warn(table + ": the model was calibrated on this table");
    }
    ModelScoring scoring = new ModelScoring(job.source(), levels, further(), columns().named());
    WeighedRows weighed = new WeighedRows(weight, job.source().settings(), scoring);
    job.run(weighed::add);
    long rows = weighed.rows();
    if (rows == 0) {
      throw new InputException(table + ": no row can be scored (expected: at least one)");
    }
    return answer(
        table,
        weighed.text(),
        new JsonObject()
            .with("model", directory.toString())
            .with("rows", rows)
            .with("weighted_by", weighed.column())
            .with("draws", job.source().draws())
            .with("bad_rows", job.bad())
            .with("trained_on_this_table", trainedOn),
        scoring.scores());
  }

  private Answer scored(Path file) {
    requireAbsent("--data", data.name().orElse(null));
    if (data.described() || draws.given() || weight.given()) {
      throw new InputException(
          "--samples: with --draws, --query, --weight or options of a table (expected: --truth; they are for"
              + " a MODEL with --data)");
    }
    requireAbsent("--coverage-by", coverageBy.isEmpty() ? null : coverageBy);
    Path observed = Optional.ofNullable(truth).orElseThrow(() -> missing("--truth"));
    try (SampleFile drawn = SampleFile.open(file, quantileLevels)) {
      TruthFile values = TruthFile.read(observed, targets(drawn));
      PredictionScores scores =
          new SampleScoring(drawn, file)
              .score(
                  values,
                  ScoreOptions.of(levels).withDensity(density(drawn)).withFurther(further()));
      int rows = values.values().length;
      return answer(
          file,
          NumberText.counted(rows, "row"),
          new JsonObject()
              .with("samples", file.toString())
              .with("truth", observed.toString())
              .with("kind", drawn.probabilities().isPresent() ? "quantiles" : "draws")
              .with("rows", rows)
              .with("draws", drawn.draws())
              .with("targets", values.targets()),
          scores);
    }
  }

  private List<String> targets(SampleFile drawn) {
    return target == null ? drawn.names() : NameList.all("--target", target);
  }

  /** For the likelihood: as given, or chosen on validation draws, or none. */
  private Optional<KdeLikelihood.Density> density(SampleFile drawn) {
    if (bandwidth != null) {
      if (validationSamples != null || validationTruth != null) {
        throw new InputException(
            "--bandwidth: %s, with --validation-samples and --validation-truth (expected: the bandwidth, or"
                    .formatted(bandwidth)
                + " the files to choose it by)");
      }
      InputException.require(
          bandwidth > 0 && !bandwidth.isInfinite(), "--bandwidth", bandwidth, "> 0, finite");
      return Optional.of(
          new KdeLikelihood.Density(new Bandwidth.Fixed(bandwidth), LikelihoodScale.IDENTITY));
    }
    if ((validationSamples == null) != (validationTruth == null)) {
      throw new InputException(
          "--validation-samples, --validation-truth: only one given (expected: both or neither)");
    }
    if (validationSamples == null || validationTruth == null) {
      return Optional.empty();
    }
    try (SampleFile validation = SampleFile.open(validationSamples, quantileLevels)) {
      return Optional.of(
          new SampleScoring(validation, validationSamples)
              .density(TruthFile.read(validationTruth, targets(drawn))));
    }
  }

  private Answer answer(Object of, String rows, JsonObject scored, PredictionScores scores) {
    ScoreText.lines("%s (%s, target units)".formatted(of, rows), scores).forEach(this::say);
    costs()
        .forEach(
            cost ->
                say(
                    "  cost_%s: each row's decision is quantile %s, which costs least on average"
                        .formatted(cost.label(), NumberText.brief(cost.probability()))));
    return Answer.ok(scored.with(scores.json("scores", "coverage")));
  }

  private static InputException missing(String option) {
    return InputException.notGiven(option, "a file");
  }

  private static void requireAbsent(String option, @Nullable Object value) {
    if (value != null) {
      throw new InputException(
          "%s: %s (expected: MODEL with --data, or --samples with --truth)"
              .formatted(option, value));
    }
  }
}

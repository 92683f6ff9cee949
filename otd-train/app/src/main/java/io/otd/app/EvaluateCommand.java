package io.otd.app;

import io.otd.core.metrics.Bandwidth;
import io.otd.core.metrics.KdeLikelihood;
import io.otd.core.metrics.LikelihoodScale;
import io.otd.table.encoding.UnknownCategories;
import io.otd.table.problem.InputException;
import io.otd.table.read.DataFile;
import io.otd.train.prediction.UnpredictableRowException;
import io.otd.train.result.PredictionScores;
import io.otd.train.samples.SampleFile;
import io.otd.train.samples.SampleScoring;
import io.otd.train.samples.TruthFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      "Measure a trained or exported model on the rows of a table, or the draws or quantiles that"
          + " any tool wrote into a file. docs/metrics.md says what the scores are and how the"
          + " files are laid out."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  otd evaluate runs/table-0 --data new.csv",
      "  otd evaluate --samples draws.npy --truth observed.csv --target price --json"
    })
final class EvaluateCommand extends OtdCommand {
  @Parameters(arity = "0..1", paramLabel = "MODEL", description = "Trained model or SavedModel.")
  private @Nullable Path model;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "The table, with the target; columns are found by name.")
  private @Nullable String data;

  @Option(
      names = "--samples",
      paramLabel = "FILE",
      description = "Draws or quantiles instead of a model: CSV, or .npy [n, K] or [n, K, d].")
  private @Nullable Path samples;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "What was observed, for --samples: CSV, or .npy [n] or [n, d].")
  private @Nullable Path truth;

  @Option(
      names = "--target",
      split = ",",
      paramLabel = "COL",
      description = "Columns of the truth, in the order of the samples' targets.")
  private @Nullable List<String> target;

  @Option(
      names = "--quantile-levels",
      description = "The first line of the samples holds the levels of quantiles.")
  private boolean quantileLevels;

  @Option(
      names = "--bandwidth",
      paramLabel = "H",
      description = "Width of the kernels of the likelihood of samples, in the target's units.")
  private @Nullable Double bandwidth;

  @Option(
      names = "--validation-samples",
      paramLabel = "FILE",
      description = "Other draws of the same tool, to choose that width by.")
  private @Nullable Path validationSamples;

  @Option(
      names = "--validation-truth",
      paramLabel = "FILE",
      description = "What was observed for them.")
  private @Nullable Path validationTruth;

  @Mixin private TableOptions options = new TableOptions();

  @Option(
      names = "--draws",
      paramLabel = "K",
      description = "Draws of each prediction of a trained model; ${DEFAULT-VALUE}.")
  private int draws = 1000;

  @Option(
      names = "--levels",
      split = ",",
      paramLabel = "LEVEL",
      description = "Levels of the intervals; 0.5,0.8,0.9,0.95.")
  private List<Double> levels = List.of(.5, .8, .9, .95);

  EvaluateCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException {
    Arguments.insideUnit("--levels", levels);
    if ((samples == null) == (model == null)) {
      throw new InputException(
          "MODEL and --samples: %s (expected: one of the two)"
              .formatted(samples == null ? "neither" : "both"));
    }
    return samples != null ? scored(samples) : measured(Objects.requireNonNull(model));
  }

  private Answer measured(Path directory) throws IOException {
    Arguments.atLeast("--draws", draws, 2);
    String table = Optional.ofNullable(data).orElseThrow(() -> missing("--data"));
    requireAbsent("--truth", truth);
    requireAbsent("--target", target);
    requireAbsent("--quantile-levels", quantileLevels ? "given" : null);
    requireAbsent("--bandwidth", bandwidth);
    requireAbsent("--validation-samples", validationSamples);
    requireAbsent("--validation-truth", validationTruth);
    try (DistributionSource source = ModelOpener.open(directory, draws, console())) {
      DataFile file =
          ModelOpener.table(new TableFiles(console()).file(table), source, options.format());
      boolean trainedOn = file.sha256().equals(source.dataHash());
      if (trainedOn) {
        console()
            .warn(
                table
                    + ": this is the table it was trained on; test metrics are in result.json of"
                    + " the run");
      }
      new UnknownCategories(source.schema()).add(file.table()).notices().forEach(console()::warn);
      ModelScoring scoring = new ModelScoring(source, levels);
      PredictionScores scores;
      try {
        scores = scoring.of(file.table());
      } catch (UnpredictableRowException e) {
        throw new InputException(table + ", " + e.getMessage());
      }
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("model", directory.toString());
      json.put("rows", file.table().rows());
      json.put("draws", source.draws());
      json.put("trained_on_this_table", trainedOn);
      return answer(table, file.table().rows(), scores, json);
    }
  }

  private Answer scored(Path file) {
    requireAbsent("--data", data);
    Path observed = Optional.ofNullable(truth).orElseThrow(() -> missing("--truth"));
    try (SampleFile drawn = SampleFile.open(file, quantileLevels)) {
      TruthFile values =
          TruthFile.read(observed, Optional.ofNullable(target).orElse(drawn.names()));
      PredictionScores scores =
          new SampleScoring(drawn, file).score(values, levels, density(drawn));
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("samples", file.toString());
      json.put("truth", observed.toString());
      json.put("kind", drawn.probabilities().isPresent() ? "quantiles" : "draws");
      json.put("rows", values.values().length);
      json.put("draws", drawn.draws());
      json.put("targets", values.targets());
      return answer(file, values.values().length, scores, json);
    }
  }

  /** For the likelihood: as given, or chosen on validation draws, or none. */
  private Optional<KdeLikelihood.Density> density(SampleFile drawn) {
    if (bandwidth != null) {
      if (validationSamples != null || validationTruth != null) {
        throw new InputException(
            "--bandwidth: %s beside --validation-samples, --validation-truth (expected: the width, or"
                    .formatted(bandwidth)
                + " what it is chosen by)");
      }
      if (!(bandwidth > 0) || bandwidth.isInfinite()) {
        throw new InputException("--bandwidth: " + bandwidth + " (expected: > 0, finite)");
      }
      return Optional.of(
          new KdeLikelihood.Density(new Bandwidth.Fixed(bandwidth), LikelihoodScale.IDENTITY));
    }
    if ((validationSamples == null) != (validationTruth == null)) {
      throw new InputException(
          "--validation-samples, --validation-truth: one of the two (expected: both, or none)");
    }
    if (validationSamples == null || validationTruth == null) {
      return Optional.empty();
    }
    try (SampleFile validation = SampleFile.open(validationSamples, quantileLevels)) {
      return Optional.of(
          new SampleScoring(validation, validationSamples)
              .density(
                  TruthFile.read(
                      validationTruth, Optional.ofNullable(target).orElse(drawn.names()))));
    }
  }

  private Answer answer(Object of, int rows, PredictionScores scores, Map<String, Object> json) {
    ScoreText.lines("%s (%d rows, target units)".formatted(of, rows), scores).forEach(this::say);
    scores.put("scores", json);
    return Answer.ok(json);
  }

  private static InputException missing(String option) {
    return new InputException(option + ": not given (expected: a file)");
  }

  private static void requireAbsent(String option, @Nullable Object value) {
    if (value != null) {
      throw new InputException(
          "%s: %s (expected: MODEL with --data, or --samples with --truth)"
              .formatted(option, value));
    }
  }
}

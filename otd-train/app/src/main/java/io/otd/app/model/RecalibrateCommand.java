// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.rows.KeptColumns;
import io.otd.app.table.DataOptions;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.table.Table;
import io.otd.table.internal.gaps.GapFilling;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.read.DataFile;
import io.otd.table.source.TableAddress;
import io.otd.train.internal.fit.Recalibration;
import io.otd.train.internal.prediction.TrainedSource;
import io.otd.train.internal.preparation.WeightColumn;
import io.otd.train.internal.result.AlignedText;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.PredictionScores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calibrates a model on rows that it has not seen. */
@Command(
    name = "recalibrate",
    mixinStandardHelpOptions = true,
    description = {
      "Recalibrate a trained model on rows whose targets have become known.",
      "Writes the next version of the model: spread and conformal intervals are fitted on the"
          + " rows; the networks stay as they are. The rows must be new to the model. docs/metrics.md"
          + " says how many are needed."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  otd recalibrate runs/table-0 --data truths.csv --out runs/table-0-recalibrated",
      "  otd export runs/table-0-recalibrated --to models/table"
    })
public final class RecalibrateCommand extends OtdCommand {
  @Parameters(paramLabel = "MODEL", description = "Directory of a trained model.")
  private Path model = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the next version. Default: MODEL-2, or the next free number.")
  private @Nullable Path out;

  @Option(names = "--weights", description = "Also fit the weights of a pool.")
  private boolean weights;

  @Mixin private WeightOption weight = new WeightOption();

  @Mixin private DataOptions data = new DataOptions();

  RecalibrateCommand(Console console) {
    super(console);
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("data", "--data", "weights", "--weights", "model", model.toString());
  }

  @Override
  public Answer run() throws IOException {
    TableAddress table = data.address(console());
    TrainedModel trained = ModelOpener.trained(model);
    Path to = destination();
    Fitted fitted = fitted(trained, table);
    Recalibration.Next next = fitted.next();
    ModelDirectory.write(to, next.model(), List.of());
    Map<String, Double> before = shown(next.before());
    Map<String, Double> after = shown(next.after());
    say(
        "scores of %s%s, including those of the fit:"
            .formatted(
                NumberText.counted(next.rows(), "row"),
                fitted.weight().map(name -> " weighted by " + Quoted.of(name)).orElse("")));
    compared(before, after).forEach(this::say);
    Map<String, Double> weighed = weights ? weights(next.model()) : null;
    if (weighed != null) {
      say(
          "weights    "
              + weighed.entrySet().stream()
                  .map(of -> of.getKey() + " " + NumberText.fixed(of.getValue(), 2))
                  .collect(Collectors.joining(", ")));
    }
    say("model      " + to);
    return Answer.ok(
        new JsonObject()
            .with("model", model.toString())
            .with("out", to.toString())
            .with("rows", next.rows())
            .with("weighted_by", fitted.weight())
            .with("before", before)
            .with("after", after)
            .with("weights", weighed));
  }

  private static List<String> compared(Map<String, Double> before, Map<String, Double> after) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  score", "before", "after"));
    before.forEach(
        (name, was) ->
            rows.add(
                List.of(
                    "  " + name,
                    NumberText.brief(was),
                    NumberText.brief(after.getOrDefault(name, Double.NaN)))));
    return AlignedText.lines(rows);
  }

  /** The next version, and the column by which its rows count, if there is one. */
  private record Fitted(Recalibration.Next next, Optional<String> weight) {}

  private Fitted fitted(TrainedModel trained, TableAddress table) {
    try (TrainedSource source = new TrainedSource(trained, 2, console()::warn)) {
      DataFile file = ModelOpener.table(table, source, weight, data.format(), KeptColumns.NONE);
      WeightColumn.Weighted counted = weight.rows(file.table(), source.settings());
      Table rows = GapFilling.filled(trained.schema(), counted.table(), console()::warn);
      return new Fitted(
          Recalibration.of(
              trained, rows, counted.weights(), file.sha256(), weights, console()::warn),
          weight.column(source.settings(), file.table()));
    }
  }

  /** The scores that calibration changes. */
  private static Map<String, Double> shown(PredictionScores scores) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    scores
        .flat()
        .forEach(
            (name, value) -> {
              if (name.equals("energy_score") || name.matches("(conformal\\.)?(picp|width)_.*")) {
                metrics.put(name, value);
              }
            });
    return metrics;
  }

  private static Map<String, Double> weights(TrainedModel next) {
    Map<String, Double> weights = new LinkedHashMap<>();
    next.components().forEach(c -> weights.put(c.name(), c.weight()));
    return weights;
  }

  private Path destination() {
    if (out != null) {
      InputException.require(!Files.exists(out), "--out", out, "a directory that is not there");
      Arguments.laterDirectory("--out", out);
      return out;
    }
    Path base = model.toAbsolutePath().normalize();
    for (int number = 2; ; number++) {
      Path next = base.resolveSibling(base.getFileName() + "-" + number);
      if (!Files.exists(next)) {
        Arguments.laterDirectory("--out", next);
        Path sibling = model.resolveSibling(next.getFileName()).normalize();
        return sibling.toAbsolutePath().normalize().equals(next) ? sibling : next;
      }
    }
  }
}

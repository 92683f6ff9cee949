package io.otd.train.cli;

import io.otd.core.metrics.AnalyticLikelihood;
import io.otd.core.metrics.PredictiveScores;
import io.otd.train.data.DataFile;
import io.otd.train.data.Numbers;
import io.otd.train.data.Table;
import io.otd.train.encoding.TableEncoding;
import io.otd.train.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a model on a table. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = "Measure a trained or exported model on the rows of a table.",
    footerHeading = "%nExample:%n",
    footer = "  otd evaluate runs/table-0 --data new.csv")
final class EvaluateCommand extends OtdCommand {
  /** More draws than this would have to be held at once are not made. */
  private static final long MOST_NUMBERS = 50_000_000;

  @Parameters(paramLabel = "MODEL", description = "Trained model or SavedModel.")
  private Path model = Path.of("");

  @Option(
      names = "--data",
      required = true,
      paramLabel = "FILE",
      description = "The table, with the target; columns are found by name.")
  private String data = "";

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
    Arguments.atLeast("--draws", draws, 2);
    Arguments.insideUnit("--levels", levels);
    try (DistributionSource source = ModelOpener.open(model, draws, 4096, console())) {
      DataFile file =
          ModelOpener.table(new TableFiles(console()).file(data), source, options.format(), true);
      Table table = file.table();
      boolean trainedOn = file.sha256().equals(source.dataHash());
      if (trainedOn) {
        console()
            .warn(
                data
                    + ": this is the table it was trained on; test metrics are in result.json of"
                    + " the run");
      }
      new TableEncoding(source.schema()).notices(table).forEach(console()::warn);
      List<String> targets = source.schema().targetNames();
      if ((long) table.rows() * targets.size() * source.draws() > MOST_NUMBERS) {
        throw new InputException(
            "%s: %d rows with %d draws (expected: at most %d numbers; fewer --draws)"
                .formatted(data, table.rows(), source.draws(), MOST_NUMBERS));
      }
      int[] rows = IntStream.range(0, table.rows()).toArray();
      PredictiveScores scores = scores(source, table, rows, observed(table, targets));
      ScoreText.lines("%s (%d rows, target units)".formatted(data, rows.length), scores, levels)
          .forEach(this::say);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("model", model.toString());
      json.put("rows", rows.length);
      json.put("draws", source.draws());
      json.put("trained_on_this_table", trainedOn);
      json.put("scores", scores.values());
      return Answer.ok(json);
    }
  }

  private PredictiveScores scores(
      DistributionSource source, Table table, int[] rows, double[][] observed) {
    PredictiveScores scores = PredictiveScores.of(source.draw(table, rows), observed, levels);
    return source
        .logDensities(table, rows, observed)
        .map(AnalyticLikelihood::negativeLogLikelihood)
        .map(nll -> scores.with(AnalyticLikelihood.NAME, nll))
        .orElse(scores);
  }

  private static double[][] observed(Table table, List<String> targets) {
    double[][] observed = new double[table.rows()][targets.size()];
    for (int j = 0; j < targets.size(); j++) {
      double[] column = Numbers.of(table, targets.get(j));
      for (int i = 0; i < column.length; i++) {
        observed[i][j] = column[i];
      }
    }
    return observed;
  }
}

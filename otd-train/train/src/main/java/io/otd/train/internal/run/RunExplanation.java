// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.trained.TrainedModel;
import io.otd.table.Table;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.internal.explain.Explainer;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.prediction.TrainedSource;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The explanation in the report of a run: importance of all columns on some test rows, and the
 * effects of the most important ones, with little work compared with the training.
 *
 * @param settings of the run
 * @param data that is learned
 * @param trainer for compilation, warnings and stopping
 */
public record RunExplanation(Settings settings, PreparedTable data, NetworkTrainer trainer) {
  private static final int DRAWS = 100;
  private static final int REPEATS = 2;
  private static final int BINS = 10;
  private static final int MOST_EFFECTS = 6;
  private static final int MOST_TARGETS = 4;

  /** Predictions for the importance, except for tables with very many columns. */
  private static final int PREDICTIONS = 20_000;

  private static final int FEWEST_ROWS = 50;

  /**
   * Explains a model.
   *
   * @return none if the settings want none, if there are too few test rows, if the user stops it,
   *     or if a prediction is not finite, which causes a warning
   */
  public Optional<Explanation> of(TrainedModel model) {
    int[] test = data.split().test();
    int most = settings.evaluation().explainedRows();
    if (most < 2 || test.length < 2) {
      return Optional.empty();
    }
    int columns = data.schema().inputs().size();
    int rows = Math.min(most, Math.max(FEWEST_ROWS, PREDICTIONS / (1 + REPEATS * columns)));
    ExplanationOptions options =
        ExplanationOptions.DEFAULT
            .withDraws(DRAWS)
            .withRepeats(REPEATS)
            .withMostRows(Math.max(2, rows))
            .withSeed(settings.data().seed());
    try (TrainedSource source = TrainedSource.ofComparedRows(model, DRAWS, trainer.compiler())) {
      return Optional.of(explained(source, options, data.table().at(test)));
    } catch (UnpredictableRowException e) {
      trainer.warnings().accept("no explanation in the report: " + e.getMessage());
      return Optional.empty();
    } catch (CancellationException e) {
      return Optional.empty();
    }
  }

  private Explanation explained(TrainedSource source, ExplanationOptions options, Table test) {
    ExplanationProgress goesOn = (done, all) -> !trainer.stop().getAsBoolean();
    Explanation importance = new Explainer(source, options.withBins(0), goesOn).explain(test);
    if (importance.targets().size() > MOST_TARGETS) {
      return importance;
    }
    String[] columns =
        importance.importance().stream()
            .flatMap(all -> all.columns().stream())
            .map(ColumnImportance::name)
            .limit(MOST_EFFECTS)
            .toArray(String[]::new);
    Explanation effects =
        new Explainer(source, options.withRepeats(0).withBins(BINS).withEffectsOf(columns), goesOn)
            .explain(test);
    return new Explanation(
        importance.targets(),
        importance.rows(),
        importance.draws(),
        importance.importance(),
        effects.effects(),
        List.of(),
        importance.notes());
  }
}

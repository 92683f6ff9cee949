// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.problem.InputException;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.prediction.DistributionSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Explains the predictions of a source on a table.
 *
 * @param source the model; its rows share their masks
 * @param options what is explained
 * @param progress receives the progress
 */
public record Explainer(
    DistributionSource source, ExplanationOptions options, ExplanationProgress progress) {
  /** Checks that the source's predictions can be compared. */
  public Explainer {
    if (!source.coherent()) {
      throw new IllegalArgumentException(
          "source: each row has its own masks (expected: the same masks for all rows)");
    }
  }

  /**
   * Explains the predictions of a table's rows; attributions start from its own rows.
   *
   * @param table holds the inputs, and for the importance the targets
   * @throws InputException if a column or an option is invalid the table or the model
   * @throws io.otd.train.internal.prediction.UnpredictableRowException if a prediction is not
   *     finite
   * @throws CancellationException if the progress requests a stop
   */
  public Explanation explain(Table table) {
    return explain(table, Optional.empty());
  }

  /**
   * Explains the predictions of a table's rows.
   *
   * @param table holds the inputs, and for the importance the targets
   * @param background rows that attributions start from; those of the table if there are none
   * @throws InputException if a column or an option is invalid the table or the model
   * @throws io.otd.train.internal.prediction.UnpredictableRowException if a prediction is not
   *     finite
   * @throws CancellationException if the progress requests a stop
   */
  public Explanation explain(Table table, Optional<Table> background) {
    List<Table> tables = new ArrayList<>(List.of(table));
    background.ifPresent(tables::add);
    RowPool pool = new RowPool(source.schema(), tables);
    Players players = Players.of(pool.names(), options.groups());
    options.effects().ifPresent(names -> Players.requireKnown("effects", names, pool.names()));
    new TableEncoding(source.schema()).requireTargetUnits(table);
    ObservedRows observed = ObservedRows.of(table, targets());
    ExplanationPlan plan = ExplanationPlan.of(options, pool, table.rows(), players, observed);
    DrawnRows drawn =
        new DrawnRows(source, pool, progress, plan.predictions(players.size(), options));
    return new Explanation(
        targets(),
        plan.rows().length,
        source.draws(),
        importance(plan, drawn, players, observed),
        effects(plan, drawn, pool),
        new RowExplainer(drawn, pool, players, targets(), options.seed())
            .of(options.explained(), plan.background(), plan.rounds()),
        notes(table, plan, observed));
  }

  private List<String> targets() {
    return source.schema().targetNames();
  }

  private Optional<ScoreImportance> importance(
      ExplanationPlan plan, DrawnRows drawn, Players players, ObservedRows observed) {
    if (plan.scored().length == 0) {
      return Optional.empty();
    }
    RowLosses losses = new RowLosses(drawn, observed.values());
    return Optional.of(
        new PermutationImportance(losses, players, options.repeats(), options.seed())
            .of(plan.scored(), targets()));
  }

  private List<ColumnEffect> effects(ExplanationPlan plan, DrawnRows drawn, RowPool pool) {
    if (plan.effects().isEmpty()) {
      return List.of();
    }
    Summaries summaries = new Summaries(drawn, options.quantiles());
    return new AccumulatedEffects(summaries, pool, targets(), plan.rows(), options.bins())
        .of(plan.effects());
  }

  private List<String> notes(Table table, ExplanationPlan plan, ObservedRows observed) {
    List<String> notes = new ArrayList<>();
    if (plan.rows().length < table.rows()) {
      notes.add("%s of %s rows, taken at random".formatted(plan.rows().length, table.rows()));
    }
    if (table.rows() < 2) {
      notes.add("no importance and no effects: the table has only one row");
    } else if (options.repeats() > 0) {
      observed.note().ifPresent(notes::add);
    }
    return notes;
  }
}

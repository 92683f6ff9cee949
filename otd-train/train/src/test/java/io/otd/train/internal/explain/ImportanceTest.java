// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Estimate;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.explanation.ScoreImportance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Importance of columns for predictions for which it is known. */
class ImportanceTest {
  private static final int ROWS = 800;
  private static final ExplanationOptions IMPORTANCE = ExplanationOptions.DEFAULT.withBins(0);
  private static final List<InputColumn> INPUTS =
      List.of(NumericInput.plain("a"), NumericInput.plain("b"), NumericInput.plain("c"));

  /** a and b are the same signs, c others; y follows the formula, with its noise if any. */
  private static Table table(FormulaSource.Law law) {
    SplittableRandom random = new SplittableRandom(11);
    double[] a = new double[ROWS];
    double[] c = new double[ROWS];
    double[] y = new double[ROWS];
    double[] normal = FormulaSource.normal();
    for (int i = 0; i < ROWS; i++) {
      a[i] = random.nextBoolean() ? 1 : -1;
      c[i] = random.nextBoolean() ? 1 : -1;
    }
    Table inputs =
        Table.of(new NumericColumn("a", a), new NumericColumn("b", a), new NumericColumn("c", c));
    for (int i = 0; i < ROWS; i++) {
      double[] moments = law.of(inputs, i);
      y[i] = moments[0] + moments[1] * normal[random.nextInt(normal.length)];
    }
    return Table.of(
        new NumericColumn("a", a),
        new NumericColumn("b", a),
        new NumericColumn("c", c),
        new NumericColumn("y", y));
  }

  private static double at(Table table, String column, int row) {
    return table.numbers(column)[row];
  }

  private static ScoreImportance importance(FormulaSource.Law law, ExplanationOptions options) {
    return new Explainer(
            new FormulaSource(INPUTS, Map.of("y", law)), options, ExplanationProgress.NONE)
        .explain(table(law))
        .importance()
        .orElseThrow();
  }

  private static ColumnImportance of(ScoreImportance importance, String name) {
    return importance.columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Without noise the score of a wrong sign is the distance: 2 where the new sign differs, in half
   * of the rows. The mean of 800 rows and 5 repeats errs by less than the standard error says.
   */
  @Test
  void importance_of_the_only_relevant_column_is_the_mean_distance_of_two_rows() {
    ScoreImportance importance =
        importance((t, row) -> new double[] {at(t, "c", row), 0}, IMPORTANCE);
    assertThat(importance.rows()).isEqualTo(ROWS);
    assertThat(importance.score()).isZero();
    assertThat(importance.columns()).extracting(ColumnImportance::name).startsWith("c");
    ColumnImportance c = of(importance, "c");
    // Of 5 new signs each differs with chance 1/2: the mean of their distances has deviation
    // 1 / sqrt 5.
    assertThat(c.loss().standardError())
        .isCloseTo(1 / Math.sqrt(5) / Math.sqrt(ROWS), within(.002));
    assertThat(c.loss().value()).isCloseTo(1, within(4 * c.loss().standardError()));
    assertThat(c.loss().clear()).isTrue();
    assertThat(c.repeatDeviation()).isBetween(.005, .1);
    for (String other : List.of("a", "b")) {
      assertThat(of(importance, other).loss().value()).isZero();
      assertThat(of(importance, other).loss().standardError()).isZero();
      assertThat(of(importance, other).loss().clear()).isFalse();
    }
    assertThat(c.byTarget()).isEmpty();
  }

  /** f = (a + b) / 2 with a = b: alone each changes f by 1 in half of the rows, together by 2. */
  @Test
  void identical_columns_matter_more_when_permuted_together() {
    FormulaSource.Law law = (t, row) -> new double[] {(at(t, "a", row) + at(t, "b", row)) / 2, 0};
    ScoreImportance alone = importance(law, IMPORTANCE);
    assertThat(of(alone, "a").loss().value()).isCloseTo(.5, within(.04));
    assertThat(of(alone, "b").loss().value()).isCloseTo(.5, within(.04));
    ScoreImportance grouped = importance(law, IMPORTANCE.withGroup("b", "a"));
    assertThat(grouped.columns()).extracting(ColumnImportance::name).containsExactly("a + b", "c");
    assertThat(grouped.columns().get(0).columns()).containsExactly("a", "b");
    assertThat(grouped.columns().get(0).loss().value()).isCloseTo(1, within(.08));
  }

  /**
   * The error of the mean ignores a column that affects only the spread; the energy score does not.
   * Of N(0, s), score(N(0, t), N(0, s)) = sqrt(2/pi) sqrt(s^2 + t^2) - t / sqrt(pi): permuted, half
   * of the rows of s = 1 get t = 9 and the other way round.
   */
  @Test
  void importance_of_a_spread_only_column_matches_the_theoretical_score_loss() {
    ScoreImportance importance =
        importance((t, row) -> new double[] {0, 5 + 4 * at(t, "c", row)}, IMPORTANCE);
    double right = (expected(1, 1) + expected(9, 9)) / 2;
    double wrong = (expected(1, 9) + expected(9, 1)) / 2;
    ColumnImportance c = of(importance, "c");
    assertThat(importance.score()).isCloseTo(right, within(.25));
    // 40 draws are a discrete distribution with lighter tails than the normal: a few percent.
    assertThat(c.loss().value()).isCloseTo((wrong - right) / 2, within(.1 * wrong));
    assertThat(c.loss().value()).isGreaterThan(4 * c.loss().standardError());
    assertThat(of(importance, "a").loss().value()).isZero();
  }

  private static double expected(double truth, double predicted) {
    return Math.sqrt(2 / Math.PI) * Math.hypot(truth, predicted) - predicted / Math.sqrt(Math.PI);
  }

  @Test
  void reports_importance_jointly_and_for_each_target() {
    Map<String, FormulaSource.Law> laws = new LinkedHashMap<>();
    laws.put("u", (t, row) -> new double[] {3 * at(t, "c", row), 0});
    laws.put("v", (t, row) -> new double[] {4 * at(t, "c", row), 0});
    Table inputs = table((t, row) -> new double[] {0, 0});
    double[] u = inputs.numbers("c").clone();
    double[] v = inputs.numbers("c").clone();
    for (int i = 0; i < ROWS; i++) {
      u[i] *= 3;
      v[i] *= 4;
    }
    Table table =
        new Table(
            List.of(
                inputs.column("a"),
                inputs.column("b"),
                inputs.column("c"),
                new NumericColumn("u", u),
                new NumericColumn("v", v)));
    ScoreImportance importance =
        new Explainer(new FormulaSource(INPUTS, laws), IMPORTANCE, ExplanationProgress.NONE)
            .explain(table)
            .importance()
            .orElseThrow();
    ColumnImportance c = of(importance, "c");
    double all = c.loss().value();
    assertThat(all).isCloseTo(5, within(.4));
    // All errors have the same size: those of the targets are in the ratio 3 : 4 : 5.
    assertThat(c.byTarget().get("u").value()).isCloseTo(all * 3 / 5, within(1e-9));
    assertThat(c.byTarget().get("v").value()).isCloseTo(all * 4 / 5, within(1e-9));
    assertThat(importance.byTarget()).containsOnlyKeys("u", "v");
  }

  /** Permuting a column can more than double the score. */
  @Test
  void shares_are_those_of_all_losses_and_sum_to_one() {
    List<ColumnImportance> columns =
        List.of(
            new ColumnImportance("a", List.of("a"), new Estimate(30, 1), 0, Map.of()),
            new ColumnImportance("b", List.of("b"), new Estimate(10, 1), 0, Map.of()),
            new ColumnImportance("c", List.of("c"), new Estimate(-.1, 1), 0, Map.of()));
    ScoreImportance importance = new ScoreImportance(100, 1, 5, Map.of(), columns);
    assertThat(columns.stream().mapToDouble(importance::share)).containsExactly(.75, .25, 0.0);
  }

  @Test
  void rows_without_a_target_are_omitted_and_reported() {
    Table table = table((t, row) -> new double[] {at(t, "c", row), 0});
    double[] y = table.numbers("y").clone();
    y[5] = Double.NaN;
    Table gap =
        Table.of(
            (NumericColumn) table.column("a"),
            (NumericColumn) table.column("b"),
            (NumericColumn) table.column("c"),
            new NumericColumn("y", y));
    FormulaSource source =
        new FormulaSource(INPUTS, Map.of("y", (t, r) -> new double[] {at(t, "c", r), 0}));
    Explanation some = new Explainer(source, IMPORTANCE, ExplanationProgress.NONE).explain(gap);
    assertThat(some.importance().orElseThrow().rows()).isEqualTo(ROWS - 1);
    assertThat(some.notes()).containsExactly("importance without 1 of 800 rows that lack a target");
    Explanation none =
        new Explainer(source, IMPORTANCE, ExplanationProgress.NONE).explain(table.without("y"));
    assertThat(none.importance()).isEmpty();
    assertThat(none.notes()).containsExactly("no importance: the table has no column \"y\"");
  }
}

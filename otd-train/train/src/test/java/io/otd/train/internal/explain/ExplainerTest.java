// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.schema.NumericInput;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class ExplainerTest {
  private static final int ROWS = 50;

  private static FormulaSource source() {
    return new FormulaSource(
        List.of(NumericInput.plain("a"), NumericInput.plain("b")),
        Map.of(
            "y",
            (t, row) -> {
              double a = t.numbers("a")[row];
              double b = t.numbers("b")[row];
              return new double[] {a * a + b * a, 1 + Math.abs(b)};
            }));
  }

  private static Table table(int rows) {
    SplittableRandom random = new SplittableRandom(1);
    return Table.of(
        new NumericColumn("a", random.doubles(rows).toArray()),
        new NumericColumn("b", random.doubles(rows).toArray()),
        new NumericColumn("y", random.doubles(rows).toArray()));
  }

  private static Explanation explain(ExplanationOptions options) {
    return new Explainer(source(), options, ExplanationProgress.NONE).explain(table(ROWS));
  }

  @Test
  void the_explanation_is_determined_by_the_seed() {
    ExplanationOptions options =
        ExplanationOptions.DEFAULT.withExplained(3).withMostRows(20).withEvaluations(40);
    Explanation first = explain(options);
    assertThat(explain(options)).isEqualTo(first);
    Explanation other = explain(options.withSeed(1));
    assertThat(other.importance()).isNotEqualTo(first.importance());
    assertThat(other.effects()).isNotEqualTo(first.effects());
    assertThat(other.attributions()).isNotEqualTo(first.attributions());
    assertThat(first.rows()).isEqualTo(20);
    assertThat(first.notes()).containsExactly("20 of 50 rows, taken at random");
  }

  @Test
  void computes_only_what_is_requested() {
    Explanation effects =
        explain(ExplanationOptions.DEFAULT.withRepeats(0).withEffectsOf("b").withQuantiles(.1));
    assertThat(effects.importance()).isEmpty();
    assertThat(effects.attributions()).isEmpty();
    assertThat(effects.effects()).extracting(ColumnEffect::column).containsExactly("b");
    assertThat(effects.effect("b").targets().get("y").quantiles()).containsOnlyKeys(.1);
    assertThatThrownBy(() -> effects.effect("a"))
        .hasMessage("effect of column \"a\": none (expected: one of [b])");
    Explanation importance = explain(ExplanationOptions.DEFAULT.withBins(0));
    assertThat(importance.effects()).isEmpty();
    assertThat(importance.importance()).isPresent();
  }

  @Test
  void progress_reaches_its_announced_total_and_can_cancel() {
    List<Long> told = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    new Explainer(
            source(),
            ExplanationOptions.DEFAULT.withExplained(0, 1),
            (done, all) -> {
              told.add(done);
              ends.add(all);
              return true;
            })
        .explain(table(ROWS));
    assertThat(told).isSorted().doesNotHaveDuplicates();
    assertThat(ends).containsOnly(ends.get(0));
    assertThat(told.get(told.size() - 1)).isEqualTo(ends.get(0));
    assertThatThrownBy(
            () ->
                new Explainer(source(), ExplanationOptions.DEFAULT, (done, all) -> false)
                    .explain(table(ROWS)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void a_single_row_is_explained_against_a_background_table() {
    ExplanationOptions options = ExplanationOptions.DEFAULT.withExplained(0);
    Explainer explainer = new Explainer(source(), options, ExplanationProgress.NONE);
    Explanation explanation = explainer.explain(table(1), Optional.of(table(ROWS)));
    assertThat(explanation.attributions()).hasSize(1);
    assertThat(explanation.effects()).isEmpty();
    assertThat(explanation.notes())
        .containsExactly("no importance and no effects: the table has only one row");
    assertThatThrownBy(() -> explainer.explain(table(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none but the row itself");
  }

  @Test
  void invalid_requests_are_reported() {
    assertThatThrownBy(() -> explain(ExplanationOptions.DEFAULT.withGroup("a", "bb")))
        .isInstanceOf(InputException.class)
        .hasMessage("group \"bb\": not an input of the model (expected: one of \"a\", \"b\")");
    assertThatThrownBy(() -> explain(ExplanationOptions.DEFAULT.withEffectsOf("y")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("effects \"y\": not an input of the model");
    assertThatThrownBy(() -> explain(ExplanationOptions.DEFAULT.withExplained(ROWS)))
        .isInstanceOf(InputException.class)
        .hasMessage("row 51: not in the table (expected: from 1 to 50)");
    Explainer explainer =
        new Explainer(source(), ExplanationOptions.DEFAULT, ExplanationProgress.NONE);
    assertThatThrownBy(() -> explainer.explain(table(1)))
        .isInstanceOf(InputException.class)
        .hasMessage("rows: 1 (expected: at least 2, to compare them)");
    assertThatThrownBy(() -> explainer.explain(table(ROWS).without("a")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"a\"");
    assertThatThrownBy(() -> ExplanationOptions.DEFAULT.withGroup("a").withGroup("b", "a"))
        .hasMessage("column \"a\": in two groups (expected: in one at most)");
    assertThatThrownBy(() -> ExplanationOptions.DEFAULT.withDraws(1))
        .hasMessage("draws: 1 (expected: at least 2)");
    assertThatThrownBy(() -> ExplanationOptions.DEFAULT.withQuantiles(Double.NaN))
        .hasMessage("quantile: NaN (expected: above 0 and below 1)");
  }
}

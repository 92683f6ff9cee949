// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnEffect.Place;
import io.otd.train.explanation.ColumnEffect.Scale;
import io.otd.train.explanation.EffectCurves;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Effects of columns on functions for which they are known. */
class EffectsTest {
  private static final double ROUNDING = 1e-9;
  private static final ExplanationOptions EFFECTS = ExplanationOptions.DEFAULT.withRepeats(0);

  private static final NumericInput A = NumericInput.plain("a");
  private static final NumericInput B = NumericInput.plain("b");

  private static ColumnEffect effect(
      String column, List<InputColumn> inputs, Table table, FormulaSource.Law law) {
    return new Explainer(
            new FormulaSource(inputs, Map.of("y", law)), EFFECTS, ExplanationProgress.NONE)
        .explain(table)
        .effect(column);
  }

  /** Normal numbers, and others with a correlation of about 0.9 to them. */
  private static Table dependent(int rows) {
    SplittableRandom random = new SplittableRandom(3);
    double[] a = new double[rows];
    double[] b = new double[rows];
    for (int i = 0; i < rows; i++) {
      a[i] = random.nextDouble() * 4 - 1;
      b[i] = a[i] + random.nextDouble();
    }
    return Table.of(new NumericColumn("a", a), new NumericColumn("b", b));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double at(Table table, String column, int row) {
    return table.numbers(column)[row];
  }

  @Test
  void the_effect_in_a_linear_function_is_its_slope_despite_correlated_columns() {
    Table table = dependent(300);
    ColumnEffect effect =
        effect(
            "a",
            List.of(A, B),
            table,
            (t, row) -> new double[] {7 + 3 * at(t, "a", row) - 5 * at(t, "b", row), 1});
    assertThat(effect.scale()).isEqualTo(Scale.NUMBER);
    assertThat(effect.places()).hasSize(21).extracting(Place::at).isSorted();
    assertThat(effect.places()).extracting(Place::missing).containsOnly(false);
    assertThat(effect.places().stream().mapToInt(Place::rows).sum()).isEqualTo(300);
    EffectCurves curves = effect.targets().get("y");
    double centre = mean(table.numbers("a"));
    for (int k = 0; k < 21; k++) {
      double z = effect.places().get(k).at();
      assertThat(curves.mean().effects().get(k)).isCloseTo(3 * (z - centre), within(ROUNDING));
      assertThat(curves.standardDeviation().effects().get(k)).isCloseTo(0, within(ROUNDING));
      // The spread is the same everywhere: each quantile moves as the mean does.
      assertThat(curves.quantiles().get(.05).effects().get(k))
          .isCloseTo(3 * (z - centre), within(ROUNDING));
    }
    double average = 7 + 3 * centre - 5 * mean(table.numbers("b"));
    assertThat(curves.mean().average()).isCloseTo(average, within(ROUNDING));
    assertThat(curves.mean().levels().get(0))
        .isCloseTo(average + curves.mean().effects().get(0), within(ROUNDING));
  }

  @Test
  void a_column_that_affects_only_the_spread_has_no_effect_on_the_mean() {
    Table table = dependent(200);
    ColumnEffect effect =
        effect("b", List.of(A, B), table, (t, row) -> new double[] {0, 5 + 2 * at(t, "b", row)});
    EffectCurves curves = effect.targets().get("y");
    double centre = mean(table.numbers("b"));
    // The lowest twentieth of 40 draws ends at the second one.
    double lowest = FormulaSource.normal()[1];
    for (int k = 0; k < effect.places().size(); k++) {
      double spread = 2 * (effect.places().get(k).at() - centre);
      assertThat(curves.mean().effects().get(k)).isCloseTo(0, within(ROUNDING));
      assertThat(curves.standardDeviation().effects().get(k)).isCloseTo(spread, within(ROUNDING));
      assertThat(curves.quantiles().get(.05).effects().get(k))
          .isCloseTo(lowest * spread, within(ROUNDING));
    }
  }

  /**
   * {@code f = a b} with b = a: the mean slope in a where a = z is E[b | a = z] = z, so the effect
   * is {@code z^2 / 2} and a constant (Apley and Zhu 2020). Partial dependence would be a line.
   */
  @Test
  void the_effect_in_a_product_of_equal_columns_is_half_the_square() {
    double[] a = IntStream.rangeClosed(0, 400).mapToDouble(i -> i / 100.0 - 1).toArray();
    Table table = Table.of(new NumericColumn("a", a), new NumericColumn("b", a));
    ColumnEffect effect =
        effect(
            "a",
            List.of(A, B),
            table,
            (t, row) -> new double[] {at(t, "a", row) * at(t, "b", row), 1});
    double centre = mean(Arrays.stream(a).map(z -> z * z / 2).toArray());
    List<Double> effects = effect.targets().get("y").mean().effects();
    for (int k = 0; k < effects.size(); k++) {
      double z = effect.places().get(k).at();
      // The values of a step lie on a grid of 0.01, of which it has one end only: 0.005 a unit of
      // the way from -1; the effects reach from -1 to 3.
      assertThat(effects.get(k)).isCloseTo(z * z / 2 - centre, within(.03));
    }
  }

  @Test
  void a_constant_or_unused_column_has_no_effect() {
    Table table =
        Table.of(
            new NumericColumn("a", new double[] {4, 4, 4, 4}),
            new NumericColumn("b", new double[] {1, 2, 3, 9}));
    FormulaSource.Law law = (t, row) -> new double[] {at(t, "a", row), 1};
    ColumnEffect constant = effect("a", List.of(A, B), table, law);
    assertThat(constant.places()).containsExactly(new Place("4", 4, 4));
    assertThat(constant.targets().get("y").mean().effects()).containsExactly(0.0);
    ColumnEffect unused = effect("b", List.of(A, B), table, law);
    assertThat(unused.places()).extracting(Place::label).containsExactly("1", "2", "3", "9");
    assertThat(unused.targets().get("y").mean().effects()).containsOnly(0.0);
  }

  /** Present cells give f = 2 a, a missing one 10; the mean of the present ones is 4. */
  @Test
  void the_effect_of_a_missing_number_is_its_difference_from_present_ones() {
    double gap = Double.NaN;
    Table table =
        Table.of(
            new NumericColumn("a", new double[] {1, gap, 3, 1, 3, gap}),
            new NumericColumn("b", new double[] {1, 2, 3, 4, 5, 6}));
    NumericInput input = new NumericInput("a", 0, 1, -100, 100, 0, MissingRule.INDICATED);
    ColumnEffect effect =
        effect(
            "a",
            List.of(input, B),
            table,
            (t, row) -> {
              double a = at(t, "a", row);
              return new double[] {(Double.isNaN(a) ? 10 : 2 * a) + at(t, "b", row), 1};
            });
    assertThat(effect.places())
        .containsExactly(new Place("1", 1, 2), new Place("3", 3, 2), new Place("", gap, 2));
    assertThat(effect.places().get(2).missing()).isTrue();
    List<Double> effects = effect.targets().get("y").mean().effects();
    assertThat(effects.get(0)).isCloseTo(-2, within(ROUNDING));
    assertThat(effects.get(1)).isCloseTo(2, within(ROUNDING));
    assertThat(effects.get(2)).isCloseTo(6, within(ROUNDING));
  }

  @Test
  void the_effect_of_dates_follows_the_calendar() {
    DateInput input =
        new DateInput(
            "a",
            DateForm.DAY_FIRST,
            List.of(new DateInput.Part(DatePart.DAYS, NumericInput.plain("days"))),
            MissingRule.FILLED);
    Table table =
        Table.of(
            TextColumn.of("a", "01.03.2024", "28.02.2024", "", "31.01.2024 12:00"),
            new NumericColumn("b", new double[] {0, 0, 0, 0}));
    ColumnEffect effect =
        effect(
            "a",
            List.of(input, B),
            table,
            (t, row) -> {
              String cell = t.column("a").texts().text(row);
              double days =
                  input
                      .form()
                      .parse(cell)
                      .map(time -> time.date().toEpochDay() + time.hour() / 24)
                      .orElse((double) LocalDate.of(2024, 3, 9).toEpochDay());
              return new double[] {days, 1};
            });
    assertThat(effect.scale()).isEqualTo(Scale.DATE);
    assertThat(effect.places())
        .extracting(Place::label)
        .containsExactly("31.01.2024 12:00", "28.02.2024", "01.03.2024", "");
    List<Double> effects = effect.targets().get("y").mean().effects();
    assertThat(effects.get(1) - effects.get(0)).isCloseTo(27.5, within(ROUNDING));
    assertThat(effects.get(2) - effects.get(1)).isCloseTo(2, within(ROUNDING));
    assertThat(effects.get(3) - effects.get(2)).isCloseTo(8, within(ROUNDING));
  }

  /** Category c has the number of its letter, and b = 10 c there: categories are ordered by b. */
  @Test
  void the_effect_of_categories_is_their_difference_ordered_by_similarity() {
    String[] labels = {"delta", "alpha", "charly", "bravo"};
    int rows = 120;
    String[] cells = new String[rows];
    double[] b = new double[rows];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < rows; i++) {
      cells[i] = labels[i % 4];
      b[i] = 10 * number(cells[i]) + 12 * random.nextDouble();
    }
    Table table = Table.of(TextColumn.of("a", cells), new NumericColumn("b", b));
    CategoricalInput input =
        new CategoricalInput("a", List.of(labels), List.of(.25, .25, .25, .25), false, false);
    ColumnEffect effect =
        effect(
            "a",
            List.of(input, B),
            table,
            (t, row) -> {
              double number = number(t.column("a").texts().text(row));
              return new double[] {number * number + at(t, "b", row), 1 + number};
            });
    assertThat(effect.scale()).isEqualTo(Scale.CATEGORY);
    assertThat(effect.places())
        .extracting(Place::label)
        .containsExactly("alpha", "bravo", "charly", "delta");
    assertThat(effect.places()).extracting(Place::rows).containsOnly(30);
    assertThat(effect.leftOut()).isZero();
    List<Double> means = effect.targets().get("y").mean().effects();
    List<Double> spreads = effect.targets().get("y").standardDeviation().effects();
    for (int c = 0; c < 4; c++) {
      assertThat(means.get(c)).isCloseTo(c * c - 14 / 4.0, within(ROUNDING));
      assertThat(spreads.get(c)).isCloseTo(c - 1.5, within(ROUNDING));
    }
  }

  private static double number(String label) {
    return label.charAt(0) - 'a';
  }

  @Test
  void only_the_most_frequent_of_many_categories_are_shown() {
    String[] cells = {"a", "a", "a", "b", "b", "b", "c", "c", "d"};
    CategoricalInput input =
        new CategoricalInput(
            "a", List.of("a", "b", "c", "d"), List.of(.3, .3, .3, .1), false, false);
    Table table =
        Table.of(TextColumn.of("a", cells), new NumericColumn("b", new double[cells.length]));
    FormulaSource source =
        new FormulaSource(
            List.of(input, B),
            Map.of("y", (t, r) -> new double[] {number(t.column("a").texts().text(r)), 1}));
    ColumnEffect effect =
        new Explainer(source, EFFECTS.withBins(2), ExplanationProgress.NONE)
            .explain(table)
            .effect("a");
    assertThat(effect.places()).containsExactly(new Place("a", 0, 3), new Place("b", 1, 3));
    assertThat(effect.leftOut()).isEqualTo(3);
    List<Double> effects = effect.targets().get("y").mean().effects();
    assertThat(effects.get(0)).isCloseTo(-.5, within(ROUNDING));
    assertThat(effects.get(1)).isCloseTo(.5, within(ROUNDING));
  }

  @Test
  void synonymous_texts_share_one_place() {
    BooleanInput input =
        new BooleanInput(
            "a", List.of("no", "n"), List.of("yes", "y"), .5, .5, MissingRule.INDICATED);
    Table table =
        Table.of(
            TextColumn.of("a", "y", "n", "yes", "no", ""), new NumericColumn("b", new double[5]));
    ColumnEffect effect =
        effect(
            "a",
            List.of(input, B),
            table,
            (t, r) -> {
              String cell = t.column("a").texts().text(r);
              return new double[] {cell.isEmpty() ? 1 : cell.startsWith("y") ? 6 : 2, 1};
            });
    assertThat(effect.places()).extracting(Place::label).containsExactlyInAnyOrder("", "no", "yes");
    List<Double> effects = effect.targets().get("y").mean().effects();
    assertThat(effects.get(label(effect, "yes")) - effects.get(label(effect, "no")))
        .isCloseTo(4, within(ROUNDING));
    assertThat(effects.get(label(effect, "")) - effects.get(label(effect, "no")))
        .isCloseTo(-1, within(ROUNDING));
  }

  private static int label(ColumnEffect effect, String label) {
    return effect.places().stream().map(Place::label).toList().indexOf(label);
  }
}

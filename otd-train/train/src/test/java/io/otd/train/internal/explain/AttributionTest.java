// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.internal.result.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Shapley values of predictions for which they are known. */
class AttributionTest {
  private static final double ROUNDING = 1e-10;
  private static final int ROWS = 30;
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final List<InputColumn> INPUTS =
      NAMES.stream().<InputColumn>map(NumericInput::plain).toList();
  private static final ExplanationOptions FIRST_ROW =
      ExplanationOptions.DEFAULT.withRepeats(0).withBins(0).withExplained(0);

  private static Table table(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new Table(
        NAMES.stream()
            .map(
                name -> new NumericColumn(name, random.doubles(ROWS).map(v -> 1 + 2 * v).toArray()))
            .toList());
  }

  private static double[] cells(Table table, int row) {
    return NAMES.stream().mapToDouble(name -> table.numbers(name)[row]).toArray();
  }

  /** A function of the four cells. */
  private interface Formula {
    double of(double[] x);
  }

  private static RowAttribution.OfTarget attributed(
      Formula mean, Formula spread, Table table, ExplanationOptions options) {
    return row(mean, spread, table, options).targets().get("y");
  }

  private static RowAttribution row(
      Formula mean, Formula spread, Table table, ExplanationOptions options) {
    return source(mean, spread, options, Optional.empty(), table);
  }

  private static RowAttribution source(
      Formula mean,
      Formula spread,
      ExplanationOptions options,
      Optional<Table> background,
      Table table) {
    FormulaSource source =
        new FormulaSource(
            INPUTS,
            Map.of(
                "y", (t, row) -> new double[] {mean.of(cells(t, row)), spread.of(cells(t, row))}));
    return new Explainer(source, options, ExplanationProgress.NONE)
        .explain(table, background)
        .attributions()
        .get(0);
  }

  private static double value(Attribution attribution, int column) {
    return attribution.shares().get(column).value().value();
  }

  private static double error(Attribution attribution, int column) {
    return attribution.shares().get(column).value().standardError();
  }

  @Test
  void shares_of_an_additive_function_are_its_centered_terms() {
    Table table = table(1);
    RowAttribution.OfTarget target =
        attributed(
            x -> 3 * x[0] + x[1] * x[1] + Math.sin(x[2]),
            x -> 1 + Math.exp(x[3]),
            table,
            FIRST_ROW);
    List<Formula> terms = List.of(x -> 3 * x[0], x -> x[1] * x[1], x -> Math.sin(x[2]), x -> 0);
    for (int column = 0; column < 4; column++) {
      double[] all = terms(terms.get(column), table);
      assertThat(value(target.mean(), column)).isCloseTo(all[0] - mean(all), within(ROUNDING));
      // For independent background rows, each used equally often.
      double deviation = Spread.of(all).sd();
      int pairs = 5000 / 6 / ROWS * ROWS;
      assertThat(error(target.mean(), column))
          .isCloseTo(deviation / Math.sqrt(pairs), within(.02 * deviation + ROUNDING));
      assertThat(value(target.spread(), column))
          .isCloseTo(
              column < 3
                  ? 0
                  : Math.exp(cells(table, 0)[3]) - mean(terms(x -> Math.exp(x[3]), table)),
              within(ROUNDING));
    }
  }

  private static double[] terms(Formula term, Table table) {
    double[] values = new double[table.rows()];
    Arrays.setAll(values, row -> term.of(cells(table, row)));
    return values;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** All orders and all background rows, by the definition; the sample has only some. */
  @Test
  void shares_of_any_function_match_the_definition_within_their_errors() {
    Table table = table(2);
    Formula mean = x -> x[0] * x[1] * x[2] + x[3] * x[3] * x[0];
    Formula spread = x -> x[1] * x[2];
    RowAttribution.OfTarget few =
        attributed(mean, spread, table, FIRST_ROW.withEvaluations(30 * 6));
    RowAttribution.OfTarget many =
        attributed(mean, spread, table, FIRST_ROW.withEvaluations(20_000));
    double[] exact = definition(mean, table);
    double[] exactSpread = definition(spread, table);
    for (int column = 0; column < 4; column++) {
      assertThat(value(few.mean(), column))
          .isCloseTo(exact[column], within(3 * error(few.mean(), column)));
      assertThat(value(many.mean(), column))
          .isCloseTo(exact[column], within(.03 * Math.abs(few.mean().prediction())));
      assertThat(error(many.mean(), column)).isLessThan(error(few.mean(), column) / 5);
    }
    // A product of two: an order and its reverse are all orders of the two.
    assertThat(value(few.spread(), 0)).isCloseTo(0, within(ROUNDING));
    assertThat(value(few.spread(), 1)).isCloseTo(exactSpread[1], within(ROUNDING));
    assertThat(value(few.spread(), 2)).isCloseTo(exactSpread[2], within(ROUNDING));
  }

  private static double[] definition(Formula formula, Table table) {
    double[] x = cells(table, 0);
    double[] values = new double[4];
    List<List<Integer>> orders = orders(List.of(0, 1, 2, 3));
    for (int row = 0; row < table.rows(); row++) {
      for (List<Integer> order : orders) {
        double[] mixed = cells(table, row);
        for (int column : order) {
          double before = formula.of(mixed);
          mixed[column] = x[column];
          values[column] += (formula.of(mixed) - before) / orders.size() / table.rows();
        }
      }
    }
    return values;
  }

  private static List<List<Integer>> orders(List<Integer> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> orders = new ArrayList<>();
    for (Integer first : of) {
      List<Integer> others = of.stream().filter(i -> !i.equals(first)).toList();
      for (List<Integer> rest : orders(others)) {
        List<Integer> order = new ArrayList<>(List.of(first));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  @Test
  void shares_sum_to_prediction_minus_base_even_with_few_orders() {
    Table table = table(3);
    Formula mean = x -> Math.exp(x[0] * x[1] - x[2]) + x[3];
    Formula spread = x -> Math.sqrt(x[0] + x[1] * x[3]);
    // A pair of orders needs 6; beyond one per row of the 30, each row has equally many.
    Map<Integer, Integer> pairs = Map.of(1, 2, 50, 8, 1000, 150);
    for (int evaluations : pairs.keySet()) {
      RowAttribution row =
          row(mean, spread, table, FIRST_ROW.withEvaluations(evaluations).withExplained(4));
      assertThat(row.row()).isEqualTo(4);
      assertThat(row.pairs()).isEqualTo(pairs.get(evaluations));
      assertThat(row.backgroundRows()).isEqualTo(Math.min(ROWS, row.pairs()));
      RowAttribution.OfTarget target = row.targets().get("y");
      assertThat(target.mean().prediction()).isCloseTo(mean.of(cells(table, 4)), within(ROUNDING));
      assertThat(target.spread().prediction())
          .isCloseTo(spread.of(cells(table, 4)), within(ROUNDING));
      for (Attribution attribution : List.of(target.mean(), target.spread())) {
        double sum =
            attribution.shares().stream().mapToDouble(share -> share.value().value()).sum();
        assertThat(attribution.base() + sum).isCloseTo(attribution.prediction(), within(ROUNDING));
      }
    }
  }

  @Test
  void a_group_has_one_share_and_equal_columns_have_equal_shares() {
    Table table = table(4);
    Table twins =
        Table.of(
            (NumericColumn) table.column("a"),
            new NumericColumn("b", table.numbers("a")),
            (NumericColumn) table.column("c"),
            (NumericColumn) table.column("d"));
    Formula mean = x -> x[0] * x[1] + x[2];
    RowAttribution.OfTarget each = attributed(mean, x -> 1, twins, FIRST_ROW);
    assertThat(value(each.mean(), 0)).isCloseTo(value(each.mean(), 1), within(ROUNDING));
    RowAttribution grouped = row(mean, x -> 1, twins, FIRST_ROW.withGroup("a", "b"));
    assertThat(grouped.names()).containsExactly("a + b", "c", "d");
    assertThat(value(grouped.targets().get("y").mean(), 0))
        .isCloseTo(value(each.mean(), 0) + value(each.mean(), 1), within(ROUNDING));
    RowAttribution all = row(mean, x -> 1, twins, FIRST_ROW.withGroup("a", "b", "c", "d"));
    Attribution one = all.targets().get("y").mean();
    assertThat(one.shares()).hasSize(1);
    assertThat(value(one, 0)).isCloseTo(one.prediction() - one.base(), within(ROUNDING));
  }

  @Test
  void the_base_comes_from_the_background_table_if_given() {
    Table table = table(5);
    Table background = table(6);
    RowAttribution row =
        source(x -> x[0] + x[1], x -> 1, FIRST_ROW, Optional.of(background), table);
    Attribution mean = row.targets().get("y").mean();
    assertThat(mean.base()).isCloseTo(mean(terms(x -> x[0] + x[1], background)), within(ROUNDING));
    assertThat(value(mean, 0))
        .isCloseTo(cells(table, 0)[0] - mean(background.numbers("a")), within(ROUNDING));
    assertThat(row.backgroundRows()).isEqualTo(ROWS);
    assertThat(row.cells()).containsKeys("a", "b", "c", "d").hasSize(4);
    assertThat(Double.parseDouble(row.cells().get("a"))).isEqualTo(cells(table, 0)[0]);
  }
}

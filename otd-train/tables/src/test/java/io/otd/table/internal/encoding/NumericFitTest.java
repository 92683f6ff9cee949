// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.table.NumericColumn;
import io.otd.table.settings.ColumnSettings;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumericFitTest {
  private static FittedInput fit(double[] values, int rows) {
    return fit(values, rows, ColumnSettings.STANDARD);
  }

  private static FittedInput fit(double[] values, int rows, ColumnSettings settings) {
    return new NumericFit(settings, 0)
        .fit(
            new NumericColumn("a", values),
            IntStream.range(0, rows).toArray(),
            RowWeights.equal(rows));
  }

  private static NumericInput column(FittedInput fitted) {
    return fitted.column().match(number -> number, text -> NumericInput.plain("text"));
  }

  private static double[] normal(int n) {
    SplittableRandom random = new SplittableRandom(5);
    return random.doubles(n).map(u -> 0).map(z -> 5 + 2 * random.nextGaussian()).toArray();
  }

  @Test
  void mean_and_scale_use_the_training_rows_only() {
    NumericInput column = column(fit(new double[] {1, 3, 1000, Double.NaN}, 2));

    assertThat(column.mean()).isEqualTo(2);
    assertThat(column.scale()).isEqualTo(1);
    assertThat(column.standardize(1000)).isEqualTo(998);
    // The table tells that cells may be missing; there is nothing to learn from it.
    assertThat(column.missing()).isEqualTo(MissingRule.FILLED);
  }

  @Test
  void ordinary_values_are_not_clipped() {
    FittedInput fitted = fit(normal(1000), 1000);

    assertThat(fitted.notices()).isEmpty();
    assertThat(column(fitted).upper()).isBetween(5 + 2 * 6.0, 5 + 2 * 9.0);
    assertThat(column(fitted).lower()).isBetween(5 - 2 * 9.0, 5 - 2 * 6.0);
  }

  /** A slipped decimal point: 79 among values about 0.79. */
  @Test
  void an_outlier_is_clipped_and_does_not_squeeze_the_others() {
    SplittableRandom random = new SplittableRandom(3);
    double[] values = random.doubles(900, .6, .9).toArray();
    double mean = IntStream.range(1, 900).mapToDouble(i -> values[i]).average().orElseThrow();
    values[0] = 79;

    FittedInput fitted = fit(values, 900);

    NumericInput column = column(fitted);
    assertThat(column.mean()).isCloseTo(mean, within(.002));
    assertThat(column.scale()).isCloseTo(.3 / Math.sqrt(12), within(.005));
    assertThat(column.standardize(79)).isEqualTo(column.standardize(8)).isLessThan(7);
    assertThat(fitted.clamped().orElseThrow().notice())
        .contains("column \"a\": 1 training value outside", "such as 79");
    // Without a bound, both happen.
    NumericInput unbounded =
        column(fit(values, 900, ColumnSettings.STANDARD.withBound(Optional.empty())));
    assertThat(unbounded.scale()).isGreaterThan(2);
    assertThat(unbounded.standardize(79)).isGreaterThan(25);
  }

  /** One in a hundred thousand would otherwise lie 316 standard deviations away. */
  @Test
  void a_rare_value_stays_distinct_at_a_bounded_distance() {
    double[] values = new double[100_000];
    values[7] = 1;

    NumericInput column = column(fit(values, values.length));

    assertThat(column.standardize(1)).isCloseTo(10, within(1e-9));
    assertThat(column.standardize(0)).isCloseTo(0, within(.01));
  }

  @Test
  void a_constant_column_stays_constant_for_any_value() {
    NumericInput column = column(fit(new double[20], 20));

    assertThat(column.scale()).isEqualTo(1);
    assertThat(column.standardize(5)).isZero();
  }

  @Test
  void missing_cells_are_filled_with_the_median_or_mean_and_indicated() {
    double[] values = {1, 2, 9, Double.NaN};

    assertThat(column(fit(values, 4)).fill()).isEqualTo(2);
    assertThat(
            column(fit(values, 4, ColumnSettings.STANDARD.withFill(ColumnSettings.Fill.MEAN)))
                .fill())
        .isEqualTo(4);
    assertThat(column(fit(values, 4)).missing()).isEqualTo(MissingRule.INDICATED);
    assertThat(column(fit(new double[] {1, 2}, 2)).missing()).isEqualTo(MissingRule.REFUSED);
  }

  @Test
  void a_column_without_numbers_is_reported() {
    FittedInput fitted = fit(new double[] {Double.NaN, Double.NaN, 3}, 2);

    assertThat(column(fitted).width()).isEqualTo(2);
    assertThat(fitted.notices()).singleElement().asString().contains("no training row");
  }

  @Test
  void the_rarer_of_two_values_is_not_reported_as_an_outlier() {
    double[] values = new double[900];
    values[17] = 1;

    FittedInput fitted = fit(values, 900);

    assertThat(column(fitted).upper()).isLessThan(1);
    assertThat(fitted.clamped()).isEmpty();
    values[18] = 2;
    assertThat(fit(values, 900).clamped()).isPresent();
  }

  @Test
  void many_columns_with_outliers_are_one_line() {
    List<FittedInput.Clamped> columns =
        IntStream.range(0, 7)
            .mapToObj(i -> new FittedInput.Clamped("c" + i, i + 1, "about c" + i))
            .toList();

    assertThat(FittedInput.clamped(columns.subList(0, 2))).containsExactly("about c0", "about c1");
    assertThat(FittedInput.clamped(columns))
        .containsExactly(
            "7 columns have training values beyond their bounds, which count as the nearest bound"
                + " (columns.bound): \"c0\" 1, \"c1\" 2, \"c2\" 3, \"c3\" 4, \"c4\" 5 and 2 more");
  }

  /** Seconds since 1970 within one minute: float32 holds steps of 128 seconds there. */
  @Test
  void numbers_indistinguishable_in_float32_are_reported() {
    double[] values = IntStream.range(0, 60).mapToDouble(i -> 1.7e9 + 10 * i).toArray();

    assertThat(fit(values, 60).notices())
        .singleElement()
        .asString()
        .contains("column \"a\": values near 1700000640 in steps of 128,");
  }

  @Test
  void numbers_that_are_one_in_float32_are_reported_too() {
    double[] values = IntStream.range(0, 60).mapToDouble(i -> 1e9 + i % 11).toArray();

    assertThat(fit(values, 60).notices())
        .singleElement()
        .asString()
        .contains("column \"a\": values near 1000000000 in steps of 64,")
        .contains("the standard deviation is 3.1");
    assertThat(fit(new double[] {1e9, 1e9, 1e9}, 3).notices()).isEmpty();
  }

  @Test
  void a_column_of_tiny_numbers_is_not_constant() {
    NumericInput column = column(fit(new double[] {1e-15, 3e-15}, 2));

    assertThat(column.standardize(3e-15)).isCloseTo(1, within(1e-6));
  }
}

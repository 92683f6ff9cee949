// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.NumericInput;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.settings.ColumnSettings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumericCodesTest {
  private static final int ROWS = 3000;
  private static final int CODES = 40;

  private final SplittableRandom random = new SplittableRandom(3);

  /** Numbers from 100 on, and their targets with normal noise. */
  private Table table(int numbers, DoubleUnaryOperator mean, double noise) {
    double[] x = random.doubles(ROWS).map(u -> 100 + Math.floor(u * numbers)).toArray();
    double[] y =
        Arrays.stream(x).map(v -> mean.applyAsDouble(v) + noise * random.nextGaussian()).toArray();
    return new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)));
  }

  private DoubleUnaryOperator unordered() {
    double[] effects = IntStream.range(0, ROWS).mapToDouble(i -> random.nextGaussian()).toArray();
    return value -> effects[(int) value - 100];
  }

  private static EncodingFit fit(Table table, ColumnSettings settings) {
    return EncodingFit.of(
        table,
        SchemaInference.of(table, List.of("y"), settings),
        settings,
        IntStream.range(0, table.rows()).toArray(),
        RowWeights.equal(table.rows()));
  }

  private static boolean codes(Table table) {
    return fit(table, ColumnSettings.STANDARD).encoding().schema().inputs().get(0)
        instanceof CategoricalInput;
  }

  @Test
  void numbers_with_unordered_means_become_categories_and_are_reported() {
    EncodingFit fit = fit(table(CODES, unordered(), 1), ColumnSettings.STANDARD);

    CategoricalInput input = (CategoricalInput) fit.encoding().schema().inputs().get(0);
    assertThat(input.categories()).hasSize(CODES).contains("100", "139");
    assertThat(fit.columns().get(0).role()).isEqualTo(ColumnRole.CATEGORICAL);
    assertThat(fit.notices())
        .anyMatch(notice -> notice.startsWith("column \"x\": 40 whole numbers are taken as codes"));
  }

  @Test
  void a_setting_keeps_them_numeric() {
    Table table = table(CODES, unordered(), 1);
    ColumnSettings settings = ColumnSettings.STANDARD.withMoreNumeric(List.of("x"));

    assertThat(fit(table, settings).encoding().schema().inputs().get(0))
        .isInstanceOf(NumericInput.class);
  }

  @Test
  void numbers_with_ordered_means_stay_numeric() {
    assertThat(codes(table(CODES, v -> v / 20, 1))).isFalse();
    assertThat(codes(table(CODES, v -> Math.sin((v - 100) / 4), .3))).isFalse();
    assertThat(codes(table(CODES, v -> v < 117 ? 0 : 2, .5))).isFalse();
    assertThat(codes(table(CODES, v -> 0, 1))).isFalse();
  }

  /** A category costs an input, and is fitted to few rows. */
  @Test
  void numbers_with_poorly_determined_means_stay_numeric() {
    assertThat(codes(table(250, unordered(), 3))).isFalse();
    assertThat(codes(table(2000, unordered(), .1))).isFalse();
    assertThat(codes(table(12, unordered(), .1))).isFalse();
  }

  @Test
  void well_determined_means_need_few_rows() {
    assertThat(codes(table(600, unordered(), .1))).isTrue();
    assertThat(codes(table(600, unordered(), 3))).isFalse();
  }

  /**
   * Sixty places with a typical lot size each; their level is smooth in the coordinates. The means
   * of the target jump from lot size to lot size, but the coordinates explain them.
   */
  @Test
  void sizes_that_repeat_within_places_stay_numeric() {
    double[] east = new double[ROWS];
    double[] north = new double[ROWS];
    double[] lot = new double[ROWS];
    double[] y = new double[ROWS];
    double[][] places =
        random
            .doubles(60)
            .mapToObj(e -> new double[] {e, random.nextDouble()})
            .toArray(double[][]::new);
    double[] sizes = random.doubles(60, 20, 120).map(size -> 50 * Math.rint(size)).toArray();
    for (int i = 0; i < ROWS; i++) {
      int place = random.nextInt(60);
      east[i] = places[place][0];
      north[i] = places[place][1];
      lot[i] = sizes[place];
      y[i] = 4 * east[i] - 2 * north[i] + .3 * random.nextGaussian();
    }
    Table alone = new Table(List.of(new NumericColumn("x", lot), new NumericColumn("y", y)));
    assertThat(codes(alone)).isTrue();
    Table whole =
        new Table(
            List.of(
                new NumericColumn("x", lot),
                new NumericColumn("east", east),
                new NumericColumn("north", north),
                new NumericColumn("y", y)));
    assertThat(codes(whole)).isFalse();
  }

  /** As a firm beside its sales of last year: what is left to explain is small, and the firm's. */
  @Test
  void codes_of_which_other_columns_tell_most_become_categories() {
    double[] codes = random.ints(ROWS, 100, 100 + CODES).asDoubleStream().toArray();
    DoubleUnaryOperator effect = unordered();
    double[] beside = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[i] = effect.applyAsDouble(codes[i]) + .05 * random.nextGaussian();
      beside[i] = y[i] + .1 * effect.applyAsDouble(2 * 100 + CODES - 1 - codes[i]);
    }
    assertThat(
            codes(
                new Table(
                    List.of(
                        new NumericColumn("x", codes),
                        new NumericColumn("beside", beside),
                        new NumericColumn("y", y)))))
        .isTrue();
  }

  /** Thirty numbers have two thirds of the rows; as categories, all others would share one. */
  @Test
  void numbers_that_would_share_a_category_stay_numeric() {
    double[] effects = random.doubles(ROWS, -2, 2).toArray();
    double[] x = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = i % 3 < 2 ? 10 * random.nextInt(30) : 500 + random.nextInt(800);
      y[i] = effects[(int) x[i]] + .1 * random.nextGaussian();
    }
    assertThat(codes(new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)))))
        .isFalse();
  }

  /** Sixty round sizes have nearly all rows, but there are more sizes than these. */
  @Test
  void sizes_of_which_many_are_rare_stay_numeric() {
    double[] effects = random.doubles(ROWS, -2, 2).toArray();
    double[] x = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = i < .96 * ROWS ? 10 * random.nextInt(60) : 601 + i % 120;
      y[i] = effects[(int) x[i]] + .1 * random.nextGaussian();
    }
    assertThat(codes(new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)))))
        .isFalse();
  }

  @Test
  void a_column_with_a_fraction_does_not_hold_codes() {
    Table whole = table(CODES, unordered(), 1);
    double[] x = whole.numbers("x").clone();
    x[17] += .5;

    assertThat(codes(new Table(List.of(new NumericColumn("x", x), whole.column("y"))))).isFalse();
  }

  @Test
  void missing_cells_are_a_category_of_their_own() {
    Table table = table(CODES, unordered(), 1);
    double[] x = table.numbers("x").clone();
    Arrays.fill(x, 0, 50, Double.NaN);
    Table gaps = new Table(List.of(new NumericColumn("x", x), table.column("y")));

    CategoricalInput input =
        (CategoricalInput) fit(gaps, ColumnSettings.STANDARD).encoding().schema().inputs().get(0);
    assertThat(input.categories()).hasSize(CODES + 1).contains("");
  }

  /** Without noise: for independent means their variance, for means on a line 0. */
  @Test
  void the_variance_of_the_jumps_matches_its_closed_forms() {
    double[] numbers = random.doubles(20_000, 0, 1e6).map(Math::rint).distinct().sorted().toArray();
    double[] effects = Arrays.stream(numbers).map(v -> 1.5 * random.nextGaussian()).toArray();
    double[] line = Arrays.stream(numbers).map(v -> 3 - 1e-6 * v).toArray();

    assertThat(twice(numbers, effects).jumps()).isCloseTo(2.25, within(.1));
    assertThat(twice(numbers, line).jumps()).isCloseTo(0, within(1e-12));
  }

  /** Each number in two rows with the same target. */
  private static MeansByNumber twice(double[] numbers, double[] target) {
    int[] rows = IntStream.range(0, 2 * numbers.length).map(i -> i / 2).toArray();
    return MeansByNumber.of(
        numbers,
        Arrays.stream(rows).mapToDouble(i -> numbers[i]).toArray(),
        Arrays.stream(rows).mapToDouble(i -> target[i]).toArray());
  }

  /** The noise of the means is not taken for jumps. */
  @Test
  void noise_alone_makes_no_jumps() {
    double[] numbers = IntStream.range(0, 2000).mapToDouble(i -> i).toArray();
    double[] cells = IntStream.range(0, 40_000).mapToDouble(i -> i % 2000).toArray();
    double[] target = Arrays.stream(cells).map(v -> random.nextGaussian()).toArray();

    MeansByNumber means = MeansByNumber.of(numbers, cells, target);

    assertThat(means.groups().noise()).isCloseTo(1, within(.03));
    assertThat(means.jumps()).isCloseTo(0, within(.01));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConformalCalibrationTest {
  private static final ConformalRule NORMALIZED =
      new ConformalRule.Normalized(List.of(1e-3), false);
  private static final List<TargetColumn> Y = List.of(TargetColumn.plain("y"));
  private static final ConformalRule QUANTILES = new ConformalRule.Quantiles();

  @ParameterizedTest
  @CsvSource({
    // ceil((n + 1) alpha) by hand; 20 * 0.95 is 19.000000000000004 in binary floating point.
    "9, .9, 9",
    "8, .9, Infinity",
    "19, .95, 19",
    "18, .95, Infinity",
    "19, .9, 18",
    "99, .99, 99",
    "4, .5, 3",
    "1, .5, 1"
  })
  void the_offset_is_the_exact_order_statistic(int rows, double level, double expected) {
    double[] scores = new double[rows];
    Arrays.setAll(scores, i -> rows - i);
    assertThat(ConformalLevel.offset(scores, RowWeights.equal(scores.length), level))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({".5, 1", ".8, 4", ".9, 9", ".95, 19", ".99, 99", ".999, 999"})
  void the_fewest_rows_give_the_first_finite_offset(double level, int rows) {
    assertThat(ConformalLevel.fewestRows(level)).isEqualTo(rows);
    assertThat(ConformalLevel.offset(new double[rows], RowWeights.equal(rows), level)).isFinite();
  }

  private static void add(ConformalFit fit, Draws draws, double[][] observed) {
    int rows = observed.length;
    fit.add(draws, observed, RowWeights.equal(rows), Collections.nCopies(rows, RowGroup.NONE));
  }

  static List<ConformalRule> rules() {
    return List.of(NORMALIZED, QUANTILES);
  }

  /**
   * The distribution of the coverage of a new row is known: with continuous scores, n calibration
   * rows and k = ceil((n + 1) alpha), the coverage of one calibration is Beta(k, n + 1 - k), mean k
   * / (n + 1). Here 3000 calibrations of 9 rows at level 0.8, k = 8: mean 0.8; one new row each has
   * standard error sqrt(0.8 * 0.2 / 3000) = 0.0073; four of them are allowed. The predictions are
   * deliberately wrong.
   */
  @ParameterizedTest
  @MethodSource("rules")
  void new_rows_are_covered_at_the_exact_rate(ConformalRule rule) {
    int covered = 0;
    int repetitions = 3000;
    Random random = new Random(5);
    for (int r = 0; r < repetitions; r++) {
      ConformalFit fit = new ConformalFit(rule, List.of(.8));
      add(fit, draws(random, 9), observed(random, 9));
      CentralIntervals interval = fit.fitted().intervals(draws(random, 1), Y).get(0);
      covered += interval.coverage(observed(random, 1)) > 0 ? 1 : 0;
    }
    assertThat((double) covered / repetitions).isCloseTo(.8, within(4 * .0073));
  }

  /** Too narrow by a factor of four, and shifted. */
  private static Draws draws(Random random, int rows) {
    double[] values = new double[20 * rows];
    Arrays.setAll(values, i -> .3 + .25 * random.nextGaussian());
    return new Draws(20, rows, 1, values);
  }

  private static double[][] observed(Random random, int rows) {
    double[][] result = new double[rows][1];
    for (double[] row : result) {
      row[0] = random.nextGaussian();
    }
    return result;
  }

  @Test
  void normalized_intervals_scale_with_the_deviation_about_the_mean() {
    // Means 1 and 2, deviations 1 and 2; residuals 2 and 3: scores 2 and 3/2; the 2nd of 2 is 2.
    Draws draws = new Draws(2, 2, 1, new double[] {0, 0, 2, 4});
    ConformalFit fit = new ConformalFit(NORMALIZED, List.of(.6));
    add(fit, draws, new double[][] {{3}, {5}});
    ConformalCalibration fitted = fit.fitted();
    assertThat(fitted.levels()).containsExactly(new ConformalLevel(.6, List.of(2.0)));
    CentralIntervals at = fitted.intervals(draws, Y).get(0);
    assertThat(at.low(0, 0)).isEqualTo(-1);
    assertThat(at.high(1, 0)).isEqualTo(6);
  }

  @Test
  void a_row_without_spread_uses_the_deviation_floor() {
    Draws same = new Draws(2, 1, 1, new double[] {1, 1});
    ConformalFit fit = new ConformalFit(NORMALIZED, List.of(.5));
    add(fit, same, new double[][] {{1.5}});
    CentralIntervals at = fit.fitted().intervals(same, Y).get(0);
    assertThat(at.low(0, 0)).isCloseTo(.5, within(1e-12));
    assertThat(at.high(0, 0)).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void quantile_intervals_move_both_ends_and_may_shrink_to_the_middle() {
    // Draws 0 1 2 3: central half interval [0, 2]; 1 is inside by 1, 2 by 0: scores -1 and 0.
    Draws draws = new Draws(4, 2, 1, new double[] {0, 0, 1, 1, 2, 2, 3, 3});
    ConformalFit fit = new ConformalFit(QUANTILES, List.of(.5));
    add(fit, draws, new double[][] {{1}, {2}});
    assertThat(fit.fitted().levels().get(0).offsets()).containsExactly(0.0);
    ConformalCalibration narrow =
        new ConformalCalibration(QUANTILES, 5, List.of(new ConformalLevel(.5, List.of(-.75))));
    CentralIntervals at = narrow.intervals(draws, Y).get(0);
    assertThat(at.low(0, 0)).isEqualTo(.75);
    assertThat(at.high(0, 0)).isEqualTo(1.25);
    ConformalCalibration empty =
        new ConformalCalibration(QUANTILES, 5, List.of(new ConformalLevel(.5, List.of(-3.0))));
    assertThat(empty.intervals(draws, Y).get(0).low(0, 0)).isEqualTo(1);
    assertThat(empty.intervals(draws, Y).get(0).high(0, 0)).isEqualTo(1);
  }

  @Test
  void too_few_rows_give_unbounded_intervals_and_a_notice() {
    Draws draws = draws(new Random(1), 8);
    ConformalFit fit = new ConformalFit(QUANTILES, List.of(.5, .9));
    add(fit, draws, observed(new Random(2), 8));
    ConformalCalibration fitted = fit.fitted();
    assertThat(fitted.notices())
        .containsExactly(
            "conformal intervals of level 0.9 hold every possible value: 8 calibration rows"
                + " (expected: at least 9)");
    CentralIntervals at = fitted.intervals(draws, Y).get(1);
    assertThat(at.low(0, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(at.high(0, 0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(at.coverage(observed(new Random(3), 8))).isEqualTo(1);
  }

  /** Draws 0 and 2: mean and deviation 1. */
  @Test
  void intervals_hold_no_value_that_the_target_cannot_take() {
    Draws draws = new Draws(2, 1, 1, new double[] {0, 2});
    List<ConformalLevel> levels =
        List.of(
            new ConformalLevel(.5, List.of(3.0)),
            new ConformalLevel(.9, List.of(Double.POSITIVE_INFINITY)));
    for (ConformalRule rule : rules()) {
      ConformalCalibration wide = new ConformalCalibration(rule, 5, levels);
      for (TargetSupport possible :
          List.of(
              TargetSupport.REAL,
              TargetSupport.between(0, Double.POSITIVE_INFINITY),
              TargetSupport.between(Double.NEGATIVE_INFINITY, 2),
              TargetSupport.between(0, 2))) {
        List<TargetColumn> target = List.of(TargetColumn.plain("y").with(possible));
        for (int l = 0; l < levels.size(); l++) {
          CentralIntervals everywhere = wide.intervals(draws, Y).get(l);
          CentralIntervals inside = wide.intervals(draws, target).get(l);
          assertThat(everywhere.low(0, 0)).isLessThan(-1);
          assertThat(inside.low(0, 0)).isEqualTo(Math.max(everywhere.low(0, 0), possible.least()));
          assertThat(inside.high(0, 0))
              .isEqualTo(Math.min(everywhere.high(0, 0), possible.greatest()));
        }
      }
    }
  }

  @Test
  void blocks_of_rows_give_the_same_offsets() {
    Draws draws = draws(new Random(1), 8);
    double[][] observed = observed(new Random(2), 8);
    ConformalFit whole = new ConformalFit(NORMALIZED, List.of(.5));
    add(whole, draws, observed);
    ConformalFit blocks = new ConformalFit(NORMALIZED, List.of(.5));
    add(blocks, draws.rows(0, 3), Arrays.copyOfRange(observed, 0, 3));
    add(blocks, draws.rows(3, 8), Arrays.copyOfRange(observed, 3, 8));
    assertThat(blocks.fitted()).isEqualTo(whole.fitted());
  }

  @Test
  void nan_offsets_and_zero_calibration_rows_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConformalLevel(.9, List.of(Double.NaN)))
        .withMessage("conformal offset: NaN (expected: a number, or Infinity)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConformalCalibration(QUANTILES, 0, List.of()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadCalibrationTest {
  private static final int STRATA = 4001;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  @ParameterizedTest
  @ValueSource(doubles = {.5, 1, -2, 4})
  void a_gaussian_is_widened_to_the_scale_of_appendix_b(double error) {
    double[] draws = new double[STRATA];
    NormalDistribution normal = NormalDistribution.of(error, 1);
    Arrays.setAll(draws, k -> normal.inverseCumulativeProbability((k + .5) / STRATA));
    // Unit scale, shifted by the error: the best scale is |error| / sqrt(log 2). The score is flat
    // there; 4001 strata and the K (K-1) pairs shift the scale by the order of 1 / K.
    double best = Math.abs(error) / Math.sqrt(Math.log(2));
    assertThat(
            SpreadCalibration.fit(
                    oneRow(draws), new double[][] {{0}}, RowWeights.equal(1), Optional.empty())
                .factor())
        .isCloseTo(best, within(10 * best / STRATA));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 1", "2, 2", "4, 1", "4, 2"})
  void no_factor_on_a_fine_grid_scores_better(int spread, int outputs) {
    Draws draws = gaussian(spread, 32, 40, outputs, .5);
    double[][] observed = observed(7 + spread, 40, outputs, spread);
    SpreadCalibration fitted =
        SpreadCalibration.fit(draws, observed, RowWeights.equal(observed.length), Optional.empty());
    double least = score(fitted.apply(draws), observed);
    for (int i = 0; i <= 60; i++) {
      double factor = .3 * Math.pow(20, i / 60.0);
      double there = score(new SpreadCalibration(factor).apply(draws), observed);
      assertThat(least).as("factor %s", factor).isLessThanOrEqualTo(there + 1e-12);
    }
    assertThat(least).isLessThan(score(draws, observed));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void the_score_at_a_factor_is_that_of_the_scaled_draws(int outputs) {
    Draws draws = gaussian(11, 20, 15, outputs, 1);
    double[][] observed = observed(12, 15, outputs, 2);
    SpreadScore score = new SpreadScore(draws, observed, RowWeights.equal(observed.length));
    for (double factor : new double[] {.3, .9, 1, 2.5, 6}) {
      assertThat(score.at(factor))
          .isCloseTo(score(new SpreadCalibration(factor).apply(draws), observed), within(1e-13));
    }
  }

  @Test
  void too_narrow_draws_are_widened_by_the_missing_factor() {
    // Means known exactly, spread a half of the true one: 2 within the error of 3000 rows (the
    // estimate's standard error is below 1 / sqrt(2 n) of it, 1.3 %, before the noise of draws).
    int rows = 3000;
    Draws narrow = gaussian(21, 64, rows, 1, .5);
    double factor =
        SpreadCalibration.fit(
                narrow, observed(22, rows, 1, 1), RowWeights.equal(rows), Optional.empty())
            .factor();
    assertThat(factor).isCloseTo(2, within(.12));
  }

  @Test
  void the_factor_stays_within_its_bounds() {
    double[] draws = {-1, 1, -1, 1, -1, 1, -1, 1};
    assertThat(
            SpreadCalibration.fit(
                    oneRow(draws), new double[][] {{100}}, RowWeights.equal(1), Optional.empty())
                .factor())
        .isEqualTo(SpreadCalibration.LARGEST);
    assertThat(
            SpreadCalibration.fit(
                    oneRow(draws), new double[][] {{0}}, RowWeights.equal(1), Optional.empty())
                .factor())
        .isEqualTo(SpreadCalibration.SMALLEST);
  }

  @Test
  void draws_without_spread_are_left_alone() {
    // Three times 0.1, divided by 3, is not 0.1: rounding must not look like spread.
    assertThat(
            SpreadCalibration.fit(
                oneRow(.1, .1, .1), new double[][] {{2}}, RowWeights.equal(1), Optional.empty()))
        .isEqualTo(SpreadCalibration.NONE);
    assertThat(
            SpreadCalibration.fit(
                oneRow(3), new double[][] {{2}}, RowWeights.equal(1), Optional.empty()))
        .isEqualTo(SpreadCalibration.NONE);
  }

  @Test
  void none_leaves_the_draws_as_they_are() {
    Draws draws = gaussian(1, 5, 2, 1, 1);
    assertThat(SpreadCalibration.NONE.apply(draws)).isSameAs(draws);
  }

  @Test
  void the_fit_does_not_depend_on_the_units() {
    Draws draws = gaussian(31, 16, 50, 1, .4);
    double[][] observed = observed(32, 50, 1, 1);
    double[][] moved =
        Arrays.stream(observed).map(y -> new double[] {7 + 250 * y[0]}).toArray(double[][]::new);
    assertThat(
            SpreadCalibration.fit(
                    draws.map((j, y) -> 7 + 250 * y),
                    moved,
                    RowWeights.equal(moved.length),
                    Optional.empty())
                .factor())
        .isCloseTo(
            SpreadCalibration.fit(
                    draws, observed, RowWeights.equal(observed.length), Optional.empty())
                .factor(),
            within(1e-5));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void a_factor_out_of_range_is_refused(double factor) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SpreadCalibration(factor))
        .withMessage("spread factor: %s (expected: > 0, finite)", factor);
  }

  @Test
  void mismatched_or_nan_observations_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SpreadCalibration.fit(
                    oneRow(1, 2), new double[2][1], RowWeights.equal(2), Optional.empty()))
        .withMessage("observed: 2 rows (expected: 1)");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SpreadCalibration.fit(
                    oneRow(1, 2),
                    new double[][] {{Double.NaN}},
                    RowWeights.equal(1),
                    Optional.empty()))
        .withMessage("observed row 0: NaN (expected: finite)");
  }

  /**
   * Five members whose errors are independent with variance 1, as their draws have: the error of
   * the pool's mean has variance 1/5, and its draws have variance 1 + 4/5.
   */
  @Test
  void the_pool_of_calibrated_members_gets_the_variance_of_its_own_error() {
    SpreadCalibration pool = pool(SpreadCalibration.NONE, 1, .8);
    assertThat(pool.factor() * pool.factor() * 1.8).isCloseTo(.2, within(1e-12));
    assertThat(pool(SpreadCalibration.NONE, 4, 3.2).factor())
        .isCloseTo(pool.factor(), within(1e-12));
  }

  @Test
  void agreeing_members_are_pooled_unscaled_and_distant_ones_shrink_to_the_minimum() {
    assertThat(pool(SpreadCalibration.NONE, 2, 0)).isEqualTo(SpreadCalibration.NONE);
    assertThat(pool(SpreadCalibration.NONE, 0, 2)).isEqualTo(SpreadCalibration.NONE);
    assertThat(pool(SpreadCalibration.NONE, 1, 5).factor())
        .isEqualTo(SpreadCalibration.SMALLEST_OF_POOL);
    assertThatThrownBy(() -> pool(SpreadCalibration.NONE, 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ambiguity NaN");
  }

  /**
   * The same members with draws of variance 1.8 about their means, as for two kinds of a mixture
   * whose means are that far apart.
   */
  @Test
  void the_pool_of_members_that_are_too_wide_gets_the_variance_of_its_own_error() {
    SpreadCalibration members = new SpreadCalibration(Math.sqrt(1 / 1.8));
    double factor = pool(members, 1.8, .8).factor();
    assertThat(factor * factor * (1.8 + .8)).isCloseTo(.2, within(1e-12));
    assertThat(pool(members, 1.8, 0)).isEqualTo(members);
    assertThat(pool(members, 1.8, 5).factor())
        .isCloseTo(SpreadCalibration.SMALLEST_OF_POOL * members.factor(), within(1e-12));
  }

  @Test
  void a_pool_whose_factor_depends_on_the_spread_keeps_as_much_variance() {
    double[] unseen = {.25, 1, 4};
    double[] pooled = {.4, 1.3, 4.6};
    double ambiguity = .35;
    SpreadCalibration members = new SpreadCalibration(.9, .4, 1);
    SpreadCalibration pool =
        members.forPool(unseen, pooled, ambiguity, RowWeights.equal(unseen.length));
    double square = 0;
    double before = 0;
    double after = 0;
    for (int i = 0; i < unseen.length; i++) {
      square += .81 * Math.pow(unseen[i], 1.4) / 3 / (1.75 + ambiguity);
      before += pooled[i];
      after += Math.pow(pool.factor(pooled[i]), 2) * pooled[i];
    }
    square -= ambiguity / (1.75 + ambiguity);
    assertThat(after / before).isCloseTo(square, within(1e-12));
    assertThat(pool.power()).isEqualTo(.4);
  }

  /**
   * Rows whose law is normal with a standard deviation from 1/4 to 4, and draws that have the power
   * 1 / (1 + p) of it: the factor that is missing is the draws' spread to the power p.
   */
  @ParameterizedTest
  @ValueSource(doubles = {-.3, .3, .5})
  void a_factor_that_depends_on_the_spread_is_found(double power) {
    Scaled rows = Scaled.of(41, 4000, 1 / (1 + power));
    SpreadCalibration same =
        SpreadCalibration.fit(
            rows.draws, rows.observed, RowWeights.equal(rows.observed.length), Optional.empty());
    SpreadCalibration fitted =
        same.bySize(
            rows.draws, rows.observed, RowWeights.equal(rows.observed.length), Optional.empty());
    // Three standard errors of 4000 rows, by six samples.
    assertThat(fitted.power()).isCloseTo(power, within(.09));
    assertThat(score(fitted.apply(rows.draws), rows.observed))
        .isLessThan(score(same.apply(rows.draws), rows.observed));
    assertThat(rows.coverageByFifths(fitted.apply(rows.draws)))
        // Four standard errors of 800 rows.
        .allSatisfy(coverage -> assertThat(coverage).isCloseTo(.9, within(.05)));
    assertThat(rows.coverageByFifths(same.apply(rows.draws)))
        .anySatisfy(coverage -> assertThat(Math.abs(coverage - .9)).isGreaterThan(.05));
  }

  @Test
  void draws_beyond_a_bound_count_where_they_are_scored() {
    Scaled rows = Scaled.of(43, 2000, 1 / 1.4);
    Draws.Transform settle = (j, y) -> Math.max(y, -6);
    SpreadCalibration same =
        SpreadCalibration.fit(
            rows.draws, rows.observed, RowWeights.equal(rows.observed.length), Optional.of(settle));
    SpreadCalibration fitted =
        same.bySize(
            rows.draws, rows.observed, RowWeights.equal(rows.observed.length), Optional.of(settle));
    assertThat(fitted.power()).isCloseTo(.4, within(.1));
  }

  /** By chance an estimate is two standard errors from 0 in a twentieth of such samples. */
  @Test
  void where_rows_show_no_dependence_the_factor_is_the_same_for_all() {
    int same = 0;
    for (int seed = 50; seed < 70; seed++) {
      Scaled rows = Scaled.of(seed, 100, 1);
      SpreadCalibration factor =
          SpreadCalibration.fit(
              rows.draws, rows.observed, RowWeights.equal(rows.observed.length), Optional.empty());
      SpreadCalibration fitted =
          factor.bySize(
              rows.draws, rows.observed, RowWeights.equal(rows.observed.length), Optional.empty());
      same += fitted.equals(factor) ? 1 : 0;
    }
    assertThat(same).isGreaterThanOrEqualTo(16);
  }

  /** Rows without spread say nothing of the power, however many they are. */
  @ParameterizedTest
  @CsvSource({"2, 0", "5, 0", "29, 0", "2, 500"})
  void few_rows_with_a_spread_keep_the_same_factor_for_all(int rows, int without) {
    for (int seed = 80; seed < 90; seed++) {
      Scaled few = Scaled.of(seed, rows, 1 / 1.5).withRowsOfOneValue(without);
      SpreadCalibration same = new SpreadCalibration(1.2);
      assertThat(
              same.bySize(
                  few.draws, few.observed, RowWeights.equal(few.observed.length), Optional.empty()))
          .isEqualTo(same);
      assertThat(
              same.bySize(
                  few.draws,
                  few.observed,
                  RowWeights.equal(few.observed.length),
                  Optional.of((j, y) -> Math.max(y, -6))))
          .isEqualTo(same);
    }
  }

  @Test
  void spreads_far_from_the_typical_one_count_as_at_a_limit() {
    SpreadCalibration spread = new SpreadCalibration(2, .5, 3);
    assertThat(spread.factor(9)).isCloseTo(2, within(1e-12));
    assertThat(spread.factor(36)).isCloseTo(2 * Math.sqrt(2), within(1e-12));
    assertThat(spread.factor(0)).isCloseTo(2 / Math.sqrt(10), within(1e-12));
    assertThat(spread.factor(1e9)).isCloseTo(2 * Math.sqrt(10), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 1, Double.NaN})
  void a_power_out_of_range_is_refused(double power) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SpreadCalibration(1, power, 1))
        .withMessage("spread power: %s (expected: inside (-1, 1))", power);
  }

  private static SpreadCalibration pool(SpreadCalibration own, double variance, double ambiguity) {
    double[] pooled = {variance + ambiguity};
    return own.forPool(new double[] {variance}, pooled, ambiguity, RowWeights.equal(1));
  }

  /** Rows of different scales. */
  private record Scaled(Draws draws, double[][] observed) {
    static Scaled of(long seed, int rows, double exponent) {
      Random random = new Random(seed);
      int count = 64;
      double[] values = new double[count * rows];
      double[][] observed = new double[rows][1];
      for (int i = 0; i < rows; i++) {
        double scale = Math.pow(2, 4 * random.nextDouble() - 2);
        observed[i][0] = scale * random.nextGaussian();
        for (int k = 0; k < count; k++) {
          double stratum = NORMAL.inverseCumulativeProbability((k + .5) / count);
          values[k * rows + i] = Math.pow(scale, exponent) * stratum;
        }
      }
      return new Scaled(new Draws(count, rows, 1, values), observed);
    }

    /** With rows whose draws are all 0. */
    Scaled withRowsOfOneValue(int more) {
      if (more == 0) {
        return this;
      }
      Draws flat = new Draws(draws.draws(), more, 1, new double[draws.draws() * more]);
      double[][] all = Arrays.copyOf(observed, observed.length + more);
      Arrays.setAll(all, i -> i < observed.length ? observed[i] : new double[1]);
      return new Scaled(Draws.ofRows(List.of(draws, flat)), all);
    }

    List<Double> coverageByFifths(Draws calibrated) {
      int rows = observed.length;
      List<Integer> byWidth =
          IntStream.range(0, rows)
              .boxed()
              .sorted(Comparator.comparingDouble(calibrated::variance))
              .toList();
      return IntStream.range(0, 5)
          .mapToObj(f -> byWidth.subList(f * rows / 5, (f + 1) * rows / 5))
          .map(
              part ->
                  part.stream()
                      .mapToDouble(
                          i ->
                              Math.abs(observed[i][0]) < 1.645 * Math.sqrt(calibrated.variance(i))
                                  ? 1
                                  : 0)
                      .average()
                      .orElseThrow())
          .toList();
    }
  }

  private static double score(Draws draws, double[][] observed) {
    return SampleEnergyScore.of(draws, observed).mean();
  }

  private static Draws oneRow(double... draws) {
    return new Draws(draws.length, 1, 1, draws);
  }

  private static Draws gaussian(long seed, int draws, int rows, int outputs, double deviation) {
    Random random = new Random(seed);
    double[] values = new double[draws * rows * outputs];
    Arrays.setAll(values, i -> deviation * random.nextGaussian());
    return new Draws(draws, rows, outputs, values);
  }

  private static double[][] observed(long seed, int rows, int outputs, double deviation) {
    Random random = new Random(seed);
    double[][] result = new double[rows][outputs];
    for (double[] row : result) {
      Arrays.setAll(row, j -> deviation * random.nextGaussian());
    }
    return result;
  }
}

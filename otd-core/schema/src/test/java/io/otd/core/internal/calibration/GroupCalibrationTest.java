// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TargetColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of two groups with standard normal draws, whose noise differs by a known factor. */
class GroupCalibrationTest {
  private static final List<TargetColumn> Y = List.of(TargetColumn.plain("y"));
  private static final RowGroup CALM = new RowGroup(Map.of("site", "calm"));
  private static final RowGroup WILD = new RowGroup(Map.of("site", "wild"));

  /** Every third row is wild; its values have so many times the noise. */
  private record Rows(Draws draws, double[][] observed, RowWeights weights, List<RowGroup> groups) {
    static Rows of(long seed, int rows, double noise) {
      Random random = new Random(seed);
      int count = 100;
      double[] values = new double[count * rows];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextGaussian();
      }
      double[][] observed = new double[rows][1];
      List<RowGroup> groups = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        groups.add(i % 3 == 0 ? WILD : CALM);
        observed[i][0] = random.nextGaussian() * (i % 3 == 0 ? noise : 1);
      }
      return new Rows(new Draws(count, rows, 1, values), observed, RowWeights.equal(rows), groups);
    }

    SpreadCalibration spread() {
      return SpreadCalibration.fit(draws, observed, weights, Optional.empty())
          .byGroup(draws, observed, weights, Optional.empty(), groups);
    }

    ConformalCalibration conformal() {
      ConformalFit fit =
          new ConformalFit(new ConformalRule.Normalized(List.of(1e-3), false), List.of(.9));
      fit.add(draws, observed, weights, groups);
      return fit.fitted();
    }

    Rows weighing(IntToDoubleFunction weight) {
      double[] of = IntStream.range(0, observed.length).mapToDouble(weight).toArray();
      return new Rows(draws, observed, new RowWeights(of), groups);
    }

    double coverage(List<CentralIntervals> intervals, RowGroup of) {
      return IntStream.range(0, observed.length)
          .filter(i -> groups.get(i).equals(of))
          .map(i -> intervals.get(0).contains(i, 0, observed[i][0]) ? 1 : 0)
          .average()
          .orElseThrow();
    }

    Rows as(RowGroup other) {
      return new Rows(draws, observed, weights, Collections.nCopies(observed.length, other));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {.4, 2, 3})
  void groups_get_the_factor_of_their_noise(double noise) {
    SpreadCalibration fitted = Rows.of(1, 3000, noise).spread();
    // Standard error of a factor of 1000 rows is about 3 %.
    assertThat(fitted.of(WILD).factor()).isCloseTo(noise, within(.1 * noise));
    assertThat(fitted.of(CALM).factor()).isCloseTo(1, within(.08));
  }

  @Test
  void each_group_is_covered_as_often_as_the_level_says_and_so_are_all_rows() {
    SpreadCalibration fitted = Rows.of(2, 6000, 3).spread();
    Rows news = Rows.of(3, 6000, 3);
    List<CentralIntervals> own =
        CentralIntervals.of(fitted.apply(news.draws, news.groups), List.of(.9));
    List<CentralIntervals> common = CentralIntervals.of(fitted.apply(news.draws), List.of(.9));
    for (RowGroup group : List.of(CALM, WILD)) {
      // The factor's own error moves the coverage by about one standard error of 2000 rows.
      assertThat(news.coverage(own, group)).isCloseTo(.9, within(.025));
      assertThat(Math.abs(news.coverage(common, group) - .9)).isGreaterThan(.04);
    }
  }

  /** By chance an estimate is two standard errors from 0 in a twentieth of such groups. */
  @Test
  void where_groups_do_not_differ_they_keep_the_common_factor() {
    int same = 0;
    for (int seed = 10; seed < 30; seed++) {
      List<SpreadCalibration.OfGroup> groups = Rows.of(seed, 600, 1).spread().groups();
      assertThat(groups).hasSize(2);
      same += (int) groups.stream().filter(of -> of.factor() == 1).count();
    }
    assertThat(same).isGreaterThanOrEqualTo(34);
  }

  @Test
  void draws_beyond_a_bound_count_where_they_are_scored() {
    Rows rows = Rows.of(4, 3000, 3);
    Draws.Transform settle = (j, y) -> Math.max(y, -4);
    SpreadCalibration fitted =
        SpreadCalibration.fit(rows.draws, rows.observed, rows.weights, Optional.of(settle))
            .byGroup(rows.draws, rows.observed, rows.weights, Optional.of(settle), rows.groups);
    assertThat(fitted.of(WILD).factor()).isCloseTo(3, within(.5));
  }

  @Test
  void one_group_is_as_none_to_the_bit() {
    Rows rows = Rows.of(5, 500, 2);
    SpreadCalibration plain =
        SpreadCalibration.fit(rows.draws, rows.observed, rows.weights, Optional.empty());
    assertThat(rows.as(CALM).spread()).isEqualTo(plain);
    assertThat(rows.as(RowGroup.NONE).spread()).isEqualTo(plain);
    assertThat(rows.as(CALM).conformal()).isEqualTo(rows.as(RowGroup.NONE).conformal());
  }

  @Test
  void rare_new_and_missing_groups_have_the_common_factors() {
    Rows rows = Rows.of(6, 80, 5);
    SpreadCalibration spread = rows.spread();
    ConformalCalibration conformal = rows.conformal();
    assertThat(spread.groups()).extracting(SpreadCalibration.OfGroup::group).containsExactly(CALM);
    assertThat(conformal.groups())
        .extracting(ConformalCalibration.OfGroup::group)
        .containsExactly(CALM);
    for (RowGroup other : List.of(WILD, RowGroup.NONE, new RowGroup(Map.of("site", "new")))) {
      assertThat(spread.of(other)).isEqualTo(spread.with(List.of()));
      assertThat(conformal.of(other).levels()).isEqualTo(conformal.levels());
    }
  }

  @Test
  void a_group_with_too_few_rows_for_a_level_has_the_common_offset_of_this_level() {
    Rows rows = Rows.of(7, 180, 5);
    ConformalFit fit = new ConformalFit(new ConformalRule.Quantiles(), List.of(.5, .99));
    fit.add(rows.draws, rows.observed, rows.weights, rows.groups);
    ConformalCalibration fitted = fit.fitted();
    List<ConformalLevel> wild = fitted.of(WILD).levels();
    assertThat(wild.get(0)).isNotEqualTo(fitted.levels().get(0));
    assertThat(wild.get(1)).isEqualTo(fitted.levels().get(1));
    assertThat(fitted.groups().get(1).rows()).isEqualTo(60);
  }

  /** Of the wild rows, every other one is as calm as the others. */
  private static Rows halfWild(long seed, int rows) {
    Rows all = Rows.of(seed, rows, 3);
    for (int i = 0; i < rows; i += 6) {
      all.observed[i][0] /= 3;
    }
    return all;
  }

  @Test
  void rows_of_a_group_count_by_their_weights() {
    Rows rows = halfWild(8, 6000);
    SpreadCalibration wild = rows.weighing(i -> i % 6 == 0 ? 1e-3 : 1).spread();
    SpreadCalibration calm = rows.weighing(i -> i % 6 == 3 ? 1e-3 : 1).spread();
    // Standard error of a factor of 1000 rows is about 3 %.
    assertThat(wild.of(WILD).factor()).isCloseTo(3, within(.3));
    assertThat(calm.of(WILD).factor()).isCloseTo(1, within(.1));
  }

  @Test
  void the_unit_of_the_weights_changes_no_group() {
    Rows rows = halfWild(9, 900).weighing(i -> 1 + i % 4);
    Rows tenfold = rows.weighing(i -> 8 * (1 + i % 4));
    assertThat(tenfold.conformal()).isEqualTo(rows.conformal());
    assertThat(tenfold.spread().of(WILD).factor())
        .isCloseTo(rows.spread().of(WILD).factor(), within(1e-6));
  }

  @Test
  void the_offset_of_a_group_is_the_quantile_of_its_scores_by_their_weights() {
    Rows rows = halfWild(10, 300).weighing(i -> 1 + i % 5);
    int[] wild = IntStream.range(0, 300).filter(i -> i % 3 == 0).toArray();
    double[] scores =
        IntStream.of(wild)
            .mapToDouble(
                i ->
                    Math.abs(rows.observed[i][0] - rows.draws.mean(i, 0))
                        / rows.draws.standardDeviation(i, 0))
            .toArray();
    double offset = rows.conformal().of(WILD).levels().get(0).offsets().get(0);
    assertThat(offset)
        .isCloseTo(ConformalLevel.offset(scores, rows.weights.at(wild), .9), within(1e-12));
    assertThat(offset)
        .isNotCloseTo(ConformalLevel.offset(scores, RowWeights.equal(100), .9), within(1e-3));
  }

  @Test
  void a_group_of_which_few_rows_count_is_rare() {
    Rows rows = Rows.of(11, 600, 5).weighing(i -> i % 3 != 0 || i < 60 ? 1 : 1e-6);
    assertThat(rows.spread().groups())
        .extracting(SpreadCalibration.OfGroup::group)
        .containsExactly(CALM);
    assertThat(rows.conformal().groups())
        .extracting(ConformalCalibration.OfGroup::group)
        .containsExactly(CALM);
  }

  /**
   * Mondrian: over calibration rows and new rows together, the coverage of a group of n calibration
   * rows is between the level and 1 / (n + 1) more.
   */
  @Test
  void conformal_intervals_hold_within_each_group() {
    double own = 0;
    double common = 0;
    for (int seed = 100; seed < 140; seed++) {
      ConformalCalibration fitted = Rows.of(seed, 150, 3).conformal();
      Rows news = Rows.of(~seed, 600, 3);
      own += news.coverage(fitted.intervals(news.draws, news.groups, Y), WILD) / 40;
      common += news.coverage(fitted.intervals(news.draws, Y), WILD) / 40;
    }
    // 40 calibrations of 50 rows: the coverage of one varies by .042, of the mean by .0067.
    assertThat(own).isBetween(.9 - .02, .9 + 1 / 51.0 + .02);
    assertThat(common).isLessThan(.85);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.EnergyTerms;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.coverage.Coverage;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.density.BandwidthSelection;
import io.otd.core.metrics.density.StackedKernels;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.IntervalEvaluation;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of weights 1, 2 and 3 against a table in which each row stands as often. */
class WeightedRowsTest {
  private static final int ROWS = 40;
  private static final int DRAWS = 30;
  private static final List<Double> LEVELS = List.of(.5, .9);
  // Of sums in another order.
  private static final double ROUNDING = 1e-9;

  private final Random random = new Random(5);
  private final double[][] observed = new double[ROWS][1];
  private final RowWeights weights = new RowWeights(new double[ROWS]);
  private final int[] repeated;
  private final Draws draws = gaussian(.5);

  WeightedRowsTest() {
    for (int i = 0; i < ROWS; i++) {
      observed[i][0] = random.nextGaussian();
      weights.of()[i] = 1 + i % 3;
    }
    repeated =
        IntStream.range(0, ROWS)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) weights.at(i)))
            .toArray();
  }

  private Draws gaussian(double spread) {
    double[] values = new double[DRAWS * ROWS];
    Arrays.setAll(values, i -> spread * random.nextGaussian());
    return new Draws(DRAWS, ROWS, 1, values);
  }

  private Draws repeated(Draws of) {
    double[] values = new double[DRAWS * repeated.length];
    Arrays.setAll(values, at -> of.get(at / repeated.length, repeated[at % repeated.length], 0));
    return new Draws(DRAWS, repeated.length, 1, values);
  }

  private double[][] repeated(double[][] of) {
    return Arrays.stream(repeated).mapToObj(row -> of[row]).toArray(double[][]::new);
  }

  private RowWeights alike() {
    return RowWeights.equal(repeated.length);
  }

  @Test
  void every_score_that_is_a_mean_is_that_of_repeated_rows() {
    Evaluation weighted = new Evaluation(1, ScoreOptions.of(LEVELS));
    weighted.add(draws, observed, weights.of());
    PredictiveScores expected =
        PredictiveScores.of(repeated(draws), repeated(observed), ScoreOptions.of(LEVELS));
    PredictiveScores scores = weighted.scores();
    assertThat(scores.values().keySet()).contains("crps", "picp_0.9", "winkler_0.9", "mace");
    scores
        .values()
        .forEach(
            (name, value) -> {
              // Errors say how much rows vary; transforms between equal draws are randomised.
              if (!name.endsWith("_error") && !name.matches("pit_ks|miscalibration_area")) {
                assertThat(value).as(name).isCloseTo(expected.get(name), within(ROUNDING));
              }
            });
    assertThat(scores.notes()).anyMatch(note -> note.startsWith("pit_ks_p, ause: left out"));
  }

  /** The numbers are those of the formulas without weights, in which no row is multiplied. */
  @Test
  void without_weights_no_bit_changes() {
    Evaluation equal = new Evaluation(1, ScoreOptions.of(LEVELS));
    equal.add(draws, observed, RowWeights.equal(ROWS).of());
    assertThat(equal.scores().values())
        .containsEntry("rmse", 1.0792550090815858)
        .containsEntry("rmse_error", .10461489120692398)
        .containsEntry("mae", .8852226362915872)
        .containsEntry("mae_error", .09886176036350416)
        .containsEntry("energy_score", .6837531738333537)
        .containsEntry("energy_score_error", .0886098225045937)
        .containsEntry("crps", .6837531738333537)
        .containsEntry("crps_error", .08860982250459369)
        .containsEntry("pinball", .30551453952044155)
        .containsEntry("pinball_0.9", .26611233758862546)
        .containsEntry("pit_ks", .19658619065979316)
        .containsEntry("spearman_error_dispersion", -.14540337711069418)
        .containsEntry("ause", .5692747742526894)
        .containsEntry("picp_0.9", .55)
        .containsEntry("width_0.9", 1.562819151058786)
        .containsEntry("winkler_0.9", 8.251321043714583);
  }

  /** Three rows that are one row three times say as little as one row. */
  @Test
  void a_standard_error_does_not_depend_on_the_unit_of_the_weights() {
    Evaluation weighted = new Evaluation(1, ScoreOptions.of(LEVELS));
    weighted.add(draws, observed, weights.of());
    Evaluation threefold = new Evaluation(1, ScoreOptions.of(LEVELS));
    threefold.add(draws, observed, Arrays.stream(weights.of()).map(w -> 3 * w).toArray());
    double[] byRow = SampleEnergyScore.of(draws, observed).byRow();
    double mean = weights.mean(byRow);
    double squares = 0;
    for (int i = 0; i < ROWS; i++) {
      squares += Math.pow(weights.at(i) * (byRow[i] - mean), 2);
    }
    double expected = Math.sqrt(squares * ROWS / (ROWS - 1)) / weights.sum();
    assertThat(weighted.scores().get("energy_score_error")).isCloseTo(expected, within(1e-12));
    assertThat(threefold.scores().get("energy_score_error")).isCloseTo(expected, within(1e-12));
  }

  @Test
  void coverage_of_given_intervals_is_that_of_repeated_rows() {
    IntervalEvaluation weighted = new IntervalEvaluation(List.of(.8), 1);
    weighted.add(intervals(draws), observed, weights.of());
    IntervalEvaluation expected = new IntervalEvaluation(List.of(.8), 1);
    expected.add(intervals(repeated(draws)), repeated(observed));
    expected
        .scores()
        .values()
        .forEach(
            (name, value) ->
                assertThat(weighted.scores().get(name)).as(name).isCloseTo(value, within(1e-12)));
  }

  private static List<CentralIntervals> intervals(Draws of) {
    return CentralIntervals.of(of, List.of(.8));
  }

  @Test
  void the_band_of_chance_is_that_of_as_many_rows_as_the_weights_are_worth() {
    double[] transform = random.doubles(ROWS).toArray();
    Coverage coverage = Coverage.of(.5, transform, weights);
    double inside = 0;
    for (int i = 0; i < ROWS; i++) {
      inside += transform[i] >= .25 && transform[i] <= .75 ? weights.at(i) : 0;
    }
    assertThat(coverage.share()).isCloseTo(inside / repeated.length, within(1e-12));
    double squares = Arrays.stream(weights.of()).map(w -> w * w).sum();
    assertThat(coverage.chance(1))
        .isCloseTo(.5 * Math.sqrt(squares) / repeated.length, within(1e-12));
  }

  @Test
  void the_spread_is_that_of_repeated_rows() {
    double factor = SpreadCalibration.fit(draws, observed, weights, Optional.empty()).factor();
    double expected =
        SpreadCalibration.fit(repeated(draws), repeated(observed), alike(), Optional.empty())
            .factor();
    assertThat(factor).isCloseTo(expected, within(1e-6));
    assertThat(factor)
        .isNotCloseTo(
            SpreadCalibration.fit(draws, observed, RowWeights.equal(ROWS), Optional.empty())
                .factor(),
            within(1e-3));
    Draws.Transform settle = (j, y) -> Math.max(y, -1);
    assertThat(SpreadCalibration.fit(draws, observed, weights, Optional.of(settle)).factor())
        .isCloseTo(
            SpreadCalibration.fit(repeated(draws), repeated(observed), alike(), Optional.of(settle))
                .factor(),
            within(1e-6));
  }

  @Test
  void the_spread_of_a_pool_is_that_of_repeated_rows() {
    double[] unseen = draws.variances();
    double[] pooled = gaussian(.6).variances();
    SpreadCalibration own = new SpreadCalibration(1.4, .3, .5);
    SpreadCalibration pool = own.forPool(unseen, pooled, .01, weights);
    SpreadCalibration expected = own.forPool(each(unseen), each(pooled), .01, alike());
    assertThat(pool.factor()).isCloseTo(expected.factor(), within(ROUNDING));
    assertThat(pool.typical()).isCloseTo(expected.typical(), within(ROUNDING));
  }

  private double[] each(double[] of) {
    return Arrays.stream(repeated).mapToDouble(row -> of[row]).toArray();
  }

  /** Every other row has a spread that rises faster than the predicted one; the others, none. */
  @Test
  void a_power_of_the_spread_follows_the_rows_that_count() {
    int rows = 400;
    double[] values = new double[DRAWS * rows];
    double[][] wide = new double[rows][1];
    double[] counted = new double[rows];
    for (int i = 0; i < rows; i++) {
      double spread = Math.exp(i / 200.0 - 1);
      wide[i][0] = (i % 2 == 0 ? spread * spread : 1) * random.nextGaussian();
      counted[i] = i % 2 == 0 ? 1 : 1e-3;
      for (int k = 0; k < DRAWS; k++) {
        values[k * rows + i] = spread * random.nextGaussian();
      }
    }
    Draws sized = new Draws(DRAWS, rows, 1, values);
    RowWeights even = new RowWeights(counted);
    RowWeights odd = new RowWeights(Arrays.stream(counted).map(w -> 1e-3 / w).toArray());
    double rising =
        SpreadCalibration.fit(sized, wide, even, Optional.empty())
            .bySize(sized, wide, even, Optional.empty())
            .power();
    double falling =
        SpreadCalibration.fit(sized, wide, odd, Optional.empty())
            .bySize(sized, wide, odd, Optional.empty())
            .power();
    assertThat(rising).isGreaterThan(.2);
    assertThat(falling).isLessThan(-.2);
  }

  @Test
  void the_weights_of_a_pool_are_those_of_repeated_rows() {
    Draws other = gaussian(1.5);
    EnergyTerms terms = new EnergyTerms(2, 1);
    terms.add(List.of(draws, other), observed, weights);
    EnergyTerms expected = new EnergyTerms(2, 1);
    expected.add(List.of(repeated(draws), repeated(other)), repeated(observed), alike());
    assertThat(PoolWeights.fit(terms).weights().get(0))
        .isCloseTo(PoolWeights.fit(expected).weights().get(0), within(ROUNDING));
    assertThat(PoolWeights.fit(terms).score())
        .isCloseTo(PoolWeights.fit(expected).score(), within(ROUNDING));
  }

  @Test
  void the_kernels_are_those_of_repeated_rows() {
    assertThat(BandwidthSelection.select(draws, observed, weights.of()))
        .isEqualTo(BandwidthSelection.select(repeated(draws), repeated(observed)));
    List<StackedKernels.Kernel> kernels =
        StackedKernels.fit(draws, observed, weights.of()).kernels();
    List<StackedKernels.Kernel> expected =
        StackedKernels.fit(repeated(draws), repeated(observed)).kernels();
    assertThat(kernels).hasSameSizeAs(expected);
    for (int k = 0; k < kernels.size(); k++) {
      assertThat(kernels.get(k).width()).isEqualTo(expected.get(k).width());
      assertThat(kernels.get(k).weight()).isCloseTo(expected.get(k).weight(), within(1e-6));
    }
  }

  /** By its definition: every score is tried, and the weights at most it are counted. */
  @Test
  void a_conformal_offset_is_the_smallest_score_below_which_enough_weight_lies() {
    for (int trial = 0; trial < 200; trial++) {
      int n = 5 + random.nextInt(40);
      double[] scores = random.doubles(n).map(u -> Math.floor(20 * u)).toArray();
      RowWeights counted = new RowWeights(random.doubles(n).map(u -> .1 + u).toArray());
      double level = .5 + .05 * random.nextInt(10);
      double one = counted.sum() / n;
      double largest = Arrays.stream(scores).max().orElseThrow();
      double expected = n >= ConformalLevel.fewestRows(level) ? largest : Double.POSITIVE_INFINITY;
      for (double tried : scores) {
        double below = 0;
        for (int i = 0; i < n; i++) {
          below += scores[i] <= tried ? counted.at(i) : 0;
        }
        expected = below / (counted.sum() + one) >= level ? Math.min(expected, tried) : expected;
      }
      assertThat(ConformalLevel.offset(scores, counted, level)).isEqualTo(expected);
    }
  }

  @Test
  void an_offset_is_finite_from_the_fewest_rows_on_whatever_they_weigh() {
    for (double level : new double[] {.5, .8, .9, .95}) {
      int n = ConformalLevel.fewestRows(level);
      for (int trial = 0; trial < 200; trial++) {
        double[] scores = random.doubles(n).toArray();
        RowWeights counted =
            new RowWeights(random.ints(n, 1, 10).mapToDouble(w -> w).toArray())
                .inUnitsOfTheirMean();
        double largest = Arrays.stream(scores).max().orElseThrow();
        assertThat(ConformalLevel.offset(scores, counted, level)).isLessThanOrEqualTo(largest);
      }
    }
  }

  @Test
  void weights_in_units_of_their_mean_have_the_mean_1() {
    assertThat(new RowWeights(new double[] {1, 2, 6}).inUnitsOfTheirMean().of())
        .containsExactly(1 / 3.0, 2 / 3.0, 2);
    assertThat(new RowWeights(new double[] {.1, .1, .1}).inUnitsOfTheirMean().of())
        .containsExactly(1, 1, 1);
  }

  @Test
  void the_unit_of_the_weights_moves_no_offset_and_no_curve() {
    double[] transforms = random.doubles(ROWS).toArray();
    RowWeights threefold = new RowWeights(Arrays.stream(weights.of()).map(w -> 3 * w).toArray());
    assertThat(ConformalLevel.offset(transforms, threefold, .8))
        .isEqualTo(ConformalLevel.offset(transforms, weights, .8));
    IsotonicCurve curve = IsotonicCurve.fit(transforms, threefold);
    IsotonicCurve expected = IsotonicCurve.fit(transforms, weights);
    assertThat(curve.predicted()).isEqualTo(expected.predicted());
    for (int i = 0; i < curve.observed().size(); i++) {
      assertThat(curve.observed().get(i)).isCloseTo(expected.observed().get(i), within(ROUNDING));
    }
  }

  @Test
  void a_recalibration_rises_by_the_weight_of_each_row() {
    RowWeights counted = new RowWeights(new double[] {1, 3, 2});
    IsotonicCurve curve = IsotonicCurve.fit(new double[] {.7, .2, .4}, counted);
    assertThat(curve.predicted()).containsExactly(.2, .4, .7);
    // A new row counts 2, the mean; each row stands at the middle of its own weight and that.
    assertThat(curve.observed())
        .containsExactly((3 + 2) / 2.0 / 8, (3 + 5 + 2) / 2.0 / 8, (5 + 6 + 2) / 2.0 / 8);
  }
}

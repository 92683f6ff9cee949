// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NumpySamples;
import io.otd.core.metrics.PointErrors;
import io.otd.core.metrics.PredictiveDispersion;
import io.otd.core.metrics.Samples;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.BandwidthSelection;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expected numbers: closed forms, or SciPy where stated. */
class CalibrationMetricsTest {
  @Test
  void mid_rank_transforms_match_numpy() {
    double[] ascending = {1, 2, 2, 4};
    assertThat(ProbabilityIntegralTransform.of(ascending, 3, .5)).isEqualTo(3.5 / 5);
    // One draw below, two equal: three of five places are tied.
    assertThat(ProbabilityIntegralTransform.of(ascending, 2, .5)).isEqualTo((1 + .5 * 3) / 5);
    assertThat(ProbabilityIntegralTransform.of(ascending, 0, .5)).isEqualTo(.5 / 5);
    assertThat(ProbabilityIntegralTransform.of(ascending, 9, .5)).isEqualTo(4.5 / 5);
  }

  @Test
  void tied_draws_still_give_uniform_transforms() {
    // All draws and observations are 0 or 1: without spreading there would be four values.
    Draws draws = Samples.gaussian(1, 5, 3000, 1).map((j, v) -> v > 0 ? 1 : 0);
    double[][] observed = Samples.observations(2, 3000, 1);
    for (double[] row : observed) {
      row[0] = row[0] > 0 ? 1 : 0;
    }
    Evaluation evaluation = new Evaluation(1, ScoreOptions.of(List.of(.9)));
    evaluation.add(draws, observed);
    double[] transforms = evaluation.byRow().outputs().get(0).transform();
    assertThat(UniformityTest.of(transforms).pValue()).isGreaterThan(.001);
    assertThat(Arrays.stream(transforms).distinct().count()).isGreaterThan(2900);
  }

  @Test
  void the_uniformity_test_matches_scipy() {
    // scipy.stats.kstest(lcg(3, 40) / 8 + 0.5, "uniform", method="exact")
    double[] values = Arrays.stream(NumpySamples.lcg(3, 40)).map(v -> v / 8 + .5).toArray();
    UniformityTest even = UniformityTest.of(values);
    assertThat(even.statistic()).isCloseTo(0.18291015625, within(1e-14));
    assertThat(even.pValue()).isCloseTo(0.12105609036992537, within(1e-10));
    // The same to the power 1.5.
    double[] bent = Arrays.stream(values).map(v -> Math.pow(v, 1.5)).toArray();
    UniformityTest uneven = UniformityTest.of(bent);
    assertThat(uneven.statistic()).isCloseTo(0.31197263182728924, within(1e-14));
    assertThat(uneven.pValue()).isCloseTo(0.0005879957228424049, within(1e-10));
  }

  @Test
  void values_outside_the_unit_interval_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UniformityTest.of(new double[] {.5, 1.5}))
        .withMessage("value: 1.5 (expected: in [0, 1])");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MiscalibrationArea.of(new double[] {Double.NaN}))
        .withMessage("transform: NaN (expected: in [0, 1])");
  }

  @Test
  void the_miscalibration_area_is_that_of_the_step_function() {
    // Every transform 1/2: all intervals cover, integral of 1 - alpha.
    assertThat(MiscalibrationArea.of(new double[] {.5, .5})).isEqualTo(.5);
    // Every transform at an end: no interval covers.
    assertThat(MiscalibrationArea.of(new double[] {0, 1, 1})).isEqualTo(.5);
    // |2 u - 1| = 1/2: 0 below, 1 above: two triangles of 1/8.
    assertThat(MiscalibrationArea.of(new double[] {.25, .75})).isCloseTo(.25, within(1e-15));
    // Quadrature with NumPy on two million points.
    assertThat(MiscalibrationArea.of(new double[] {.35, .55, .45, .25, .85, .35}))
        .isCloseTo(0.1766666, within(1e-6));
    assertThat(MiscalibrationArea.of(new double[] {.75, .05, .85, .45, .75, .65}))
        .isCloseTo(0.0611111, within(1e-6));
  }

  @Test
  void the_sparsification_curve_matches_numpy() {
    Draws draws = NumpySamples.draws();
    double[][] observed = NumpySamples.observed();
    Sparsification curve =
        Sparsification.of(PointErrors.byRow(draws, observed), PredictiveDispersion.byRow(draws));
    assertThat(curve.curve())
        .containsExactly(
            new double[] {
              1,
              0.9953416852682628,
              0.8357641723412981,
              0.8686204360838622,
              0.9532467378555954,
              1.0958489962160196
            },
            within(1e-13));
    assertThat(curve.ause()).isCloseTo(0.14853481467352958, within(1e-13));
  }

  @Test
  void a_dispersion_that_ranks_the_errors_matches_the_oracle() {
    double[] error = {3, 1, 2};
    assertThat(Sparsification.of(error, new double[] {30, 10, 20}).ause()).isZero();
    Sparsification equal = Sparsification.of(error, new double[] {7, 7, 7});
    assertThat(equal.curve()).containsExactly(1, 1, 1);
    // Oracle 1, 3/4, 1/2: the mean distance is 1/4.
    assertThat(equal.ause()).isCloseTo(.25, within(1e-15));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sparsification.of(new double[2], error))
        .withMessage("errors and dispersions: 2 and 3 (expected: as many, at least 1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sparsification.of(new double[3], error))
        .withMessage("errors: all 0 (expected: at least one > 0)");
  }

  @Test
  void selects_the_bandwidth_of_maximum_likelihood() {
    // s = lcg(5, 30*8).reshape(30, 8) / 4; y = lcg(6, 8) / 4; argmin of the NLL: the 18th.
    double[] s = Arrays.stream(NumpySamples.lcg(5, 240)).map(v -> v / 4).toArray();
    double[] y = Arrays.stream(NumpySamples.lcg(6, 8)).map(v -> v / 4).toArray();
    Draws draws = new Draws(30, 8, 1, s);
    Bandwidth.Fixed best = BandwidthSelection.select(draws, NumpySamples.matrix(y, 1));
    assertThat(best.width()).isEqualTo(BandwidthSelection.WIDTHS.get(17));
    assertThat(best.width()).isCloseTo(0.1333521432163324, within(1e-15));
    double[] logs = Samples.logDensities(draws, NumpySamples.matrix(y, 1), best);
    assertThat(-Arrays.stream(logs).average().orElseThrow())
        .isCloseTo(0.713209421091792, within(1e-13));
    assertThat(BandwidthSelection.WIDTHS).hasSize(25).startsWith(1e-3).endsWith(1.0);
  }

  @Test
  void perfect_predictions_get_the_smallest_bandwidth() {
    Draws exact = new Draws(2, 3, 1, new double[] {1, 2, 3, 1, 2, 3});
    assertThat(BandwidthSelection.select(exact, new double[][] {{1}, {2}, {3}}).width())
        .isEqualTo(1e-3);
  }

  @Test
  void the_product_kernel_integrates_to_one() {
    Draws draws = new Draws(2, 1, 2, new double[] {0, 1, 1, -1});
    double sum = 0;
    double step = .1;
    for (double a = -5; a < 6; a += step) {
      for (double b = -6; b < 6; b += step) {
        double[][] at = {{a, b}};
        sum += step * step * Math.exp(Samples.logDensities(draws, at, new Bandwidth.Fixed(.5))[0]);
      }
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
  }

  @Test
  void transforms_with_weights_count_as_repeated_ones() {
    double[] transforms = {.15, .4, .45, .9};
    double[] weights = {1, 3, 2, 1};
    double[] repeated = {.15, .4, .4, .4, .45, .45, .9};
    assertThat(MiscalibrationArea.of(transforms, weights))
        .isCloseTo(MiscalibrationArea.of(repeated), within(1e-15));
    assertThat(UniformityTest.statistic(transforms, weights))
        .isCloseTo(UniformityTest.of(repeated).statistic(), within(1e-15));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsotonicCalibrationTest {
  private static final List<TargetColumn> REAL = List.of(TargetColumn.plain("y"));

  @Test
  void the_curve_interpolates_the_empirical_shares_of_the_transforms() {
    IsotonicCurve curve = IsotonicCurve.fit(new double[] {.6, .2, .3}, RowWeights.equal(3));
    assertThat(curve.predicted()).containsExactly(.2, .3, .6);
    assertThat(curve.observed()).containsExactly(.25, .5, .75);
    assertThat(curve.at(.25)).isCloseTo(.375, within(1e-15));
    assertThat(curve.inverse(.375)).isCloseTo(.25, within(1e-15));
    assertThat(curve.at(.1)).isCloseTo(.125, within(1e-15));
    assertThat(curve.at(.8)).isCloseTo(.875, within(1e-15));
    assertThat(curve.inverse(0)).isZero();
    assertThat(curve.inverse(1)).isEqualTo(1);
  }

  @Test
  void equal_transforms_are_pooled() {
    IsotonicCurve curve = IsotonicCurve.fit(new double[] {.5, .5, .7}, RowWeights.equal(3));
    assertThat(curve.predicted()).containsExactly(.5, .7);
    // 1/4 and 2/4 share their mean.
    assertThat(curve.observed()).containsExactly(.375, .75);
  }

  @Test
  void many_transforms_are_thinned_to_a_close_approximation() {
    double[] transforms = new Random(1).doubles(5000).map(u -> .001 + .998 * u * u).toArray();
    IsotonicCurve curve = IsotonicCurve.fit(transforms, RowWeights.equal(transforms.length));
    assertThat(curve.predicted()).hasSize(IsotonicCurve.MAX_KNOTS);
    Arrays.sort(transforms);
    for (int i = 0; i < transforms.length; i += 37) {
      assertThat(curve.at(transforms[i])).isCloseTo((i + 1) / 5001.0, within(.004));
    }
  }

  @Test
  void the_identity_curve_leaves_the_draws_unchanged() {
    IsotonicCurve identity = new IsotonicCurve(List.of(.25, .5), List.of(.25, .5));
    double[] values = {3, 1, 2, 2, 7};
    Draws draws = new Draws(5, 1, 1, values);
    Draws same = new IsotonicCalibration(List.of(identity)).apply(draws, REAL);
    assertThat(same.of(0, 0)).containsExactly(values, within(1e-14));
  }

  @Test
  void draws_move_to_the_quantiles_of_the_inverse() {
    // R(0.5) = 0.25: the median of the new distribution is the old quantile at R^-1(0.5) = 2/3.
    IsotonicCurve curve = new IsotonicCurve(List.of(.5), List.of(.25));
    Draws draws = new Draws(3, 1, 1, new double[] {30, 10, 20});
    double[] moved = new IsotonicCalibration(List.of(curve)).apply(draws, REAL).of(0, 0);
    // Ranks 1/6, 1/2, 5/6 go to 1/3, 2/3, 8/9; places 3 v - 1/2 = 0.5, 1.5, 2.17 (the last is 2).
    assertThat(moved).containsExactly(new double[] {30, 15, 25}, within(1e-12));
  }

  @Test
  void draws_on_a_lattice_stay_on_it() {
    IsotonicCurve curve = new IsotonicCurve(List.of(.5), List.of(.25));
    TargetColumn whole = REAL.get(0).with(TargetSupport.REAL.with(new TargetSupport.Lattice(1, 1)));
    Draws draws = new Draws(3, 1, 1, new double[] {4, 2, 3});
    double[] moved = new IsotonicCalibration(List.of(curve)).apply(draws, List.of(whole)).of(0, 0);
    // Places 0.5, 1.5, 2: each to the nearer rank, in a tie to the even one.
    assertThat(moved).containsExactly(4, 2, 4);
  }

  @Test
  void narrow_predictions_become_calibrated_on_new_rows() {
    Draws fitting = law(1, 2000);
    double[][] seen = observations(2, 2000);
    Evaluation evaluation = new Evaluation(1, ScoreOptions.of(List.of(.9)));
    evaluation.add(fitting, seen);
    IsotonicCalibration isotonic =
        IsotonicCalibration.fit(
            List.of(evaluation.byRow().outputs().get(0).transform()),
            new RowWeights(evaluation.byRow().weight()));
    Draws before = law(4, 2000);
    double[][] observed = observations(5, 2000);
    List<Double> levels = List.of(.5, .8);
    double raw = PredictiveScores.of(before, observed, levels).get("miscalibration_area");
    double calibrated =
        PredictiveScores.of(isotonic.apply(before, REAL), observed, levels)
            .get("miscalibration_area");
    assertThat(raw).isGreaterThan(.1);
    // Sampling error of 2000 rows: 0.4 / sqrt(2000) = 0.009, once for fitting and once for
    // measuring.
    assertThat(calibrated).isLessThan(.03);
  }

  /** Half as wide as what is observed. */
  private static Draws law(long seed, int rows) {
    Random random = new Random(seed);
    double[] values = new double[100 * rows];
    Arrays.setAll(values, i -> .6 * random.nextGaussian());
    return new Draws(100, rows, 1, values);
  }

  private static double[][] observations(long seed, int rows) {
    Random random = new Random(seed);
    double[][] result = new double[rows][1];
    for (double[] row : result) {
      row[0] = random.nextGaussian();
    }
    return result;
  }

  @Test
  void knots_must_ascend_inside_the_unit_interval() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IsotonicCurve(List.of(.5, .5), List.of(.1, .2)))
        .withMessage(
            "isotonic curve, predicted: 0.5 after 0.5 (expected: ascending inside (0, 1))");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IsotonicCurve.fit(new double[] {0, .5}, RowWeights.equal(2)));
  }
}

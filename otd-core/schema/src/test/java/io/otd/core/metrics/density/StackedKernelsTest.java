// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackedKernelsTest {
  private static final int ROWS = 600;
  private static final int DRAWS = 500;
  private static final double LOG_ROOT = .5 * Math.log(2 * Math.PI);

  /** Rows from a known distribution, and draws from it. */
  private record Known(Draws draws, double[][] observed, double exact) {
    Optional<KdeLikelihood.Density> fitted() {
      return Optional.of(
          new KdeLikelihood.Density(
              BandwidthSelection.select(draws, observed),
              LikelihoodScale.IDENTITY,
              Optional.of(StackedKernels.fit(draws, observed))));
    }

    PredictiveScores scored(Optional<KdeLikelihood.Density> density) {
      return PredictiveScores.of(
          draws, observed, ScoreOptions.of(List.of(.9)).withDensity(density));
    }
  }

  /** Normal distributions whose standard deviations vary over the rows from 0.03 to 3. */
  private static Known normal(long seed) {
    Random random = new Random(seed);
    double[] values = new double[DRAWS * ROWS];
    double[][] observed = new double[ROWS][1];
    double exact = 0;
    for (int i = 0; i < ROWS; i++) {
      double mean = random.nextGaussian();
      double sd = .03 * Math.pow(100, random.nextDouble());
      for (int k = 0; k < DRAWS; k++) {
        values[k * ROWS + i] = mean + sd * random.nextGaussian();
      }
      double z = random.nextGaussian();
      observed[i][0] = mean + sd * z;
      exact += (.5 * z * z + Math.log(sd) + LOG_ROOT) / ROWS;
    }
    return new Known(new Draws(DRAWS, ROWS, 1, values), observed, exact);
  }

  /**
   * A kernel of 0.25 deviations widens a normal distribution by 3 %, at a cost of a few
   * thousandths; using 500 draws instead of the distribution costs a hundredth. One width for all
   * rows is too wide for some rows or too narrow for others.
   */
  @Test
  void the_fitted_likelihood_is_close_to_that_of_the_true_normals() {
    Optional<KdeLikelihood.Density> fitted = normal(1).fitted();
    Known test = normal(2);
    PredictiveScores scores = test.scored(fitted);
    assertThat(scores.get("nll_stacked") - test.exact).isBetween(-.005, .025);
    assertThat(scores.get("nll_kde") - test.exact).isGreaterThan(.15);
  }

  /** Two point-like branches: a rule based only on the spread of a row would blur them together. */
  @Test
  void branches_far_apart_stay_apart() {
    Random random = new Random(3);
    double[] values = new double[DRAWS * ROWS];
    double[][] observed = new double[ROWS][1];
    double exact = 0;
    double sd = .05;
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < DRAWS; k++) {
        values[k * ROWS + i] = (random.nextBoolean() ? 1 : -1) + sd * random.nextGaussian();
      }
      double z = random.nextGaussian();
      observed[i][0] = (random.nextBoolean() ? 1 : -1) + sd * z;
      exact += (.5 * z * z + Math.log(2 * sd) + LOG_ROOT) / ROWS;
    }
    Known known = new Known(new Draws(DRAWS, ROWS, 1, values), observed, exact);
    double stacked = known.scored(known.fitted()).get("nll_stacked");
    assertThat(stacked - exact).isBetween(-.01, .03);
  }

  @Test
  void fitted_weights_maximize_the_likelihood_over_a_fine_grid() {
    double[][] densities = {{1, .2, .1}, {.1, 1, .3}, {.9, 1, .2}, {.05, .1, 1}, {1, .5, .4}};
    double[] weights = StackedKernels.weights(densities, RowWeights.equal(densities.length).of());
    double largest = Double.NEGATIVE_INFINITY;
    int steps = 400;
    for (int a = 1; a < steps; a++) {
      for (int b = 1; a + b < steps; b++) {
        double[] tried = {
          (double) a / steps, (double) b / steps, 1 - (double) a / steps - (double) b / steps
        };
        largest = Math.max(largest, logLikelihood(densities, tried));
      }
    }
    assertThat(weights[0] + weights[1] + weights[2]).isCloseTo(1, within(1e-12));
    // The fit ends at most 1e-5 nats per row below the maximum; the grid misses it by as much.
    assertThat(logLikelihood(densities, weights)).isCloseTo(largest, within(1e-4));
  }

  /** With the additional row that only the last component explains. */
  private static double logLikelihood(double[][] densities, double[] weights) {
    double sum = Math.log(weights[2]);
    for (double[] row : densities) {
      sum += Math.log(weights[0] * row[0] + weights[1] * row[1] + weights[2] * row[2]);
    }
    return sum;
  }

  @Test
  void the_density_integrates_to_one_for_one_target_and_for_two() {
    StackedKernels fitted = StackedKernels.fit(normal(1).draws(), normal(1).observed());
    assertThat(fitted.kernels()).hasSizeGreaterThan(1);
    double[][] one = {{-1, 0, .1, 2}};
    double sum = 0;
    for (double y = -30; y < 30; y += 1e-3) {
      sum += Math.exp(fitted.logDensity(one, new double[] {y})) * 1e-3;
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
    StackedKernels wide =
        new StackedKernels(
            List.of(kernel(StackedKernels.Unit.FIXED, .5, .25), kernel(relative(), 1, .75)));
    double[][] two = {{-1, 1}, {2, 3}};
    sum = 0;
    for (double y = -10; y < 10; y += .05) {
      for (double z = -8; z < 12; z += .05) {
        sum += Math.exp(wide.logDensity(two, new double[] {y, z})) * .05 * .05;
      }
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
  }

  /** The mixture of two kernels about one draw, by hand. */
  @Test
  void a_width_is_fixed_or_follows_the_spread_of_the_row() {
    StackedKernels two =
        new StackedKernels(
            List.of(kernel(StackedKernels.Unit.FIXED, .5, .25), kernel(relative(), 2, .75)));
    // Draws -1 and 1: a standard deviation of 1, so widths 0.5 and 2, both 1 from y = 0.
    double byHand =
        .25 * Math.exp(-.5 * 4) / (.5 * Math.sqrt(2 * Math.PI))
            + .75 * Math.exp(-.5 / 4) / (2 * Math.sqrt(2 * Math.PI));
    assertThat(two.logDensity(new double[][] {{-1, 1}}, new double[] {0}))
        .isCloseTo(Math.log(byHand), within(1e-14));
  }

  @Test
  void identical_draws_use_the_width_floor() {
    StackedKernels relative = new StackedKernels(List.of(kernel(relative(), 4, 1)));
    assertThat(relative.logDensity(new double[][] {{2, 2, 2}}, new double[] {2}))
        .isCloseTo(-Math.log(StackedKernels.FLOOR) - LOG_ROOT, within(1e-12));
  }

  /**
   * Without the additional row, all weight would be on narrow kernels, and the outlier thousands of
   * nats away.
   */
  @Test
  void an_outlier_keeps_some_density_even_if_none_was_seen_in_fitting() {
    Known seen = normal(1);
    StackedKernels fitted = StackedKernels.fit(seen.draws(), seen.observed());
    StackedKernels.Kernel widest = fitted.kernels().get(fitted.kernels().size() - 1);
    assertThat(widest.width().size()).isEqualTo(4);
    assertThat(widest.weight()).isGreaterThan(.9 / (ROWS + 1));
    Random random = new Random(5);
    double[] row = random.doubles(DRAWS, -1, 1).toArray();
    double far = fitted.logDensity(new double[][] {row}, new double[] {10});
    // 10 is some 17 deviations off; by kernels of 4 deviations that costs about 17^2 / 32.
    assertThat(far).isGreaterThan(-Math.log(ROWS + 1) - 13).isLessThan(-8);
  }

  @Test
  void an_affine_target_shifts_the_likelihood_by_its_jacobian() {
    Known known = normal(4);
    Optional<KdeLikelihood.Density> fitted = known.fitted();
    double own = known.scored(fitted).get("nll_stacked");
    Draws moved = known.draws().map((output, value) -> 7 + 20 * value);
    double[][] observed = new double[ROWS][1];
    for (int i = 0; i < ROWS; i++) {
      observed[i][0] = 7 + 20 * known.observed()[i][0];
    }
    LikelihoodScale scale = LikelihoodScale.affine(new double[] {7}, new double[] {20});
    Optional<KdeLikelihood.Density> onScale =
        fitted.map(d -> new KdeLikelihood.Density(d.bandwidth(), scale, d.stacked()));
    assertThat(new Known(moved, observed, 0).scored(onScale).get("nll_stacked"))
        .isCloseTo(own + Math.log(20), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -.5, 1.5, Double.NaN})
  void a_weight_outside_zero_to_one_is_refused(double bad) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernel(relative(), 1, bad))
        .withMessage("kernel weight: %s (expected: in (0, 1])", bad);
  }

  @Test
  void nonpositive_sizes_and_weights_not_summing_to_one_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernel(relative(), Double.NaN, 1))
        .withMessage("kernel size: NaN (expected: > 0, finite)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StackedKernels(List.of(kernel(relative(), 1, .5))))
        .withMessage("sum of the weights: 0.5 (expected: 1)");
  }

  private static StackedKernels.Unit relative() {
    return StackedKernels.Unit.RELATIVE;
  }

  private static StackedKernels.Kernel kernel(
      StackedKernels.Unit unit, double size, double weight) {
    return new StackedKernels.Kernel(new StackedKernels.Width(unit, size), weight);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianKdeTest {
  private static final double[] GRID = grid(-4, 4, 801);

  @Test
  void one_kernel_is_the_gaussian_density() {
    GaussianKde kde = new GaussianKde(new double[] {1}, new Bandwidth.Fixed(2));
    assertThat(kde.density(1)).isCloseTo(1 / (2 * Math.sqrt(2 * Math.PI)), within(1e-15));
    assertThat(kde.density(new double[] {5, -3}))
        .containsExactly(
            new double[] {kde.density(1) * Math.exp(-2), kde.density(1) * Math.exp(-2)},
            within(1e-15));
  }

  @Test
  void two_distant_groups_have_modes_at_their_centres() {
    GaussianKde kde = new GaussianKde(new double[] {-2, -2, -2, 2}, new Bandwidth.Fixed(.5));
    double top = 1 / (.5 * Math.sqrt(2 * Math.PI));
    assertThat(kde.modes(GRID, .1))
        .satisfiesExactly(
            mode -> {
              assertThat(mode.position()).isCloseTo(-2, within(1e-9));
              assertThat(mode.density()).isCloseTo(.75 * top, within(1e-9));
            },
            mode -> {
              assertThat(mode.position()).isCloseTo(2, within(1e-9));
              assertThat(mode.density()).isCloseTo(.25 * top, within(1e-9));
            });
  }

  @Test
  void two_kernels_within_two_bandwidths_have_one_mode() {
    double[] draws = {-.5, .5};
    assertThat(new GaussianKde(draws, new Bandwidth.Fixed(.51)).modes(GRID, 0)).hasSize(1);
    assertThat(new GaussianKde(draws, new Bandwidth.Fixed(.45)).modes(GRID, 0)).hasSize(2);
  }

  @Test
  void a_mode_between_two_grid_points_is_placed_at_their_midpoint() {
    GaussianKde kde = new GaussianKde(new double[] {0}, new Bandwidth.Fixed(1));
    assertThat(kde.modes(new double[] {-3, -1, 1, 3}, 0))
        .singleElement()
        .satisfies(mode -> assertThat(mode.position()).isZero());
  }

  @Test
  void modes_below_the_least_share_are_omitted() {
    GaussianKde kde = new GaussianKde(new double[] {-2, -2, -2, 2}, new Bandwidth.Fixed(.5));
    assertThat(kde.modes(GRID, .5)).hasSize(1);
  }

  @Test
  void the_ends_of_the_grid_are_not_modes() {
    GaussianKde kde = new GaussianKde(new double[] {0}, new Bandwidth.Fixed(1));
    assertThat(kde.modes(grid(0, 3, 100), 0)).isEmpty();
    assertThat(kde.modes(grid(-3, 0, 100), 0)).isEmpty();
  }

  @Test
  void grids_that_are_not_ascending_are_refused() {
    GaussianKde kde = new GaussianKde(new double[] {0}, new Bandwidth.Fixed(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kde.modes(new double[] {0, 1, 1}, .1))
        .withMessage("grid point 2: 1.0 (expected: > 1.0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kde.modes(new double[] {0, Double.NaN}, .1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-.1, 1.1, Double.NaN})
  void a_share_out_of_range_is_refused(double share) {
    GaussianKde kde = new GaussianKde(new double[] {0}, new Bandwidth.Fixed(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kde.modes(GRID, share))
        .withMessage("least share: %s (expected: inside [0, 1])", share);
  }

  @Test
  void nonfinite_or_empty_draws_and_points_are_refused() {
    Bandwidth bandwidth = new Bandwidth.Fixed(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GaussianKde(new double[] {1, Double.NaN}, bandwidth))
        .withMessage("draw: NaN (expected: finite)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GaussianKde(new double[0], bandwidth))
        .withMessage("draws: none (expected: at least one)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GaussianKde(new double[] {1}, bandwidth).density(Double.NaN))
        .withMessage("y: NaN (expected: finite)");
  }

  private static double[] grid(double from, double to, int points) {
    double[] result = new double[points];
    Arrays.setAll(result, i -> from + (to - from) * i / (points - 1));
    return result;
  }
}

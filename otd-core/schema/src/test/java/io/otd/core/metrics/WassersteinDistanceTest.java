// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WassersteinDistanceTest {
  @Test
  void the_distance_of_two_point_masses_is_the_distance_of_the_points() {
    assertThat(WassersteinDistance.toDiscrete(new double[] {3}, new double[] {-1}, one()))
        .isEqualTo(4);
  }

  @Test
  void a_distribution_has_zero_distance_from_itself() {
    double[] draws = {2, 1, 1, 5};
    double[] atoms = {5, 1, 2};
    assertThat(WassersteinDistance.toDiscrete(draws, atoms, new double[] {.25, .5, .25})).isZero();
  }

  @Test
  void the_distance_to_a_point_mass_is_the_mean_distance_of_the_draws() {
    double[] draws = Samples.gaussian(1, 50, 1, 1).of(0, 0);
    double mean = Arrays.stream(draws).map(y -> Math.abs(y - .3)).average().orElseThrow();
    assertThat(WassersteinDistance.toDiscrete(draws, new double[] {.3}, one()))
        .isCloseTo(mean, within(1e-14));
  }

  @Test
  void mass_is_moved_only_as_far_as_needed() {
    // A quarter of the mass goes from -1 to 1.
    double[] draws = {-1, -1, -1, 1};
    double[] half = {.5, .5};
    assertThat(WassersteinDistance.toDiscrete(draws, new double[] {1, -1}, half)).isEqualTo(.5);
  }

  @Test
  void a_two_point_distribution_is_matched_with_the_sorted_draws() {
    double[] draws = Samples.gaussian(2, 1000, 1, 1).sorted(0, 0);
    double sum = 0;
    for (int k = 0; k < draws.length; k++) {
      sum += Math.abs(draws[k] - (k < 500 ? -.15 : .15));
    }
    double[] half = {.5, .5};
    assertThat(WassersteinDistance.toDiscrete(draws, new double[] {-.15, .15}, half))
        .isCloseTo(sum / draws.length, within(1e-13));
  }

  @Test
  void inputs_that_are_not_distributions_are_refused() {
    double[] draws = {1};
    double[] atoms = {1, 2};
    assertRefused(draws, atoms, one(), "1 draws, 2 atoms, 1 weights");
    assertRefused(new double[0], atoms, atoms, "0 draws");
    assertRefused(draws, atoms, new double[] {.5, .4}, "sum of the weights: 0.9 (expected: 1)");
    assertRefused(draws, atoms, new double[] {1.5, -.5}, "weight: -0.5 (expected: >= 0)");
    assertRefused(draws, atoms, new double[] {1, Double.NaN}, "weight: NaN");
    assertRefused(new double[] {Double.NaN}, new double[] {1}, one(), "draw: NaN");
    assertRefused(
        draws,
        new double[] {Double.NEGATIVE_INFINITY},
        one(),
        "atom: -Infinity (expected: finite)");
  }

  private static double[] one() {
    return new double[] {1};
  }

  private static void assertRefused(
      double[] draws, double[] atoms, double[] weights, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WassersteinDistance.toDiscrete(draws, atoms, weights))
        .withMessageContaining(message);
  }
}

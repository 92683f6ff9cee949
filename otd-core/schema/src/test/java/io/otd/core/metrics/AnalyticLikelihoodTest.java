// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AnalyticLikelihoodTest {
  /** {@code special.logsumexp(l) - log(3)} by SciPy 1.17.1. */
  @Test
  void components_are_mixed_with_equal_weights_however_far_they_are() {
    double[] got =
        AnalyticLikelihood.logDensities(
            new double[][] {{-1, -2, -.5}, {-1000, -1001, -1002}}, new double[2]);
    assertThat(got[0]).isCloseTo(-0.9944816833313815, within(1e-14));
    assertThat(got[1]).isCloseTo(-1000.6910063242237, within(1e-11));
  }

  @Test
  void a_unit_of_the_model_that_is_ten_of_the_target_makes_the_density_a_tenth() {
    double[][] components = {{-1}, {-3}};
    double jacobian = Math.log(10);
    assertThat(AnalyticLikelihood.logDensities(components, new double[] {jacobian, jacobian}))
        .containsExactly(new double[] {-1 - jacobian, -3 - jacobian}, within(1e-14));
  }

  @Test
  void an_impossible_observation_has_density_zero_and_an_impossible_component_adds_nothing() {
    double impossible = Double.NEGATIVE_INFINITY;
    assertThat(
            AnalyticLikelihood.logDensities(
                new double[][] {{impossible, impossible}, {impossible, -3}}, new double[2]))
        .containsExactly(impossible, -3 - Math.log(2));
  }

  @Test
  void refuses_another_number_of_jacobians() {
    assertThatThrownBy(() -> AnalyticLikelihood.logDensities(new double[2][1], new double[3]))
        .hasMessage("rows: 2 densities, 3 Jacobians (expected: the same number)");
  }
}

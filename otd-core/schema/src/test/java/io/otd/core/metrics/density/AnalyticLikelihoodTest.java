// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AnalyticLikelihoodTest {
  /** {@code special.logsumexp(l) - log(3)} by SciPy 1.17.1. */
  @Test
  void components_are_mixed_equally_without_underflow() {
    double[] got =
        AnalyticLikelihood.logDensities(
            new double[][] {{-1, -2, -.5}, {-1000, -1001, -1002}}, new double[2]);
    assertThat(got[0]).isCloseTo(-0.9944816833313815, within(1e-14));
    assertThat(got[1]).isCloseTo(-1000.6910063242237, within(1e-11));
  }

  @Test
  void the_jacobian_of_the_unit_is_subtracted_from_the_log_density() {
    double[][] components = {{-1}, {-3}};
    double jacobian = Math.log(10);
    assertThat(AnalyticLikelihood.logDensities(components, new double[] {jacobian, jacobian}))
        .containsExactly(new double[] {-1 - jacobian, -3 - jacobian}, within(1e-14));
  }

  @Test
  void impossible_observations_have_zero_density_and_impossible_components_add_none() {
    double impossible = Double.NEGATIVE_INFINITY;
    assertThat(
            AnalyticLikelihood.logDensities(
                new double[][] {{impossible, impossible}, {impossible, -3}}, new double[2]))
        .containsExactly(impossible, -3 - Math.log(2));
  }

  @Test
  void refuses_a_mismatched_number_of_jacobians() {
    assertThatThrownBy(() -> AnalyticLikelihood.logDensities(new double[2][1], new double[3]))
        .hasMessage("rows: 2 densities, 3 Jacobians (expected: the same number)");
  }
}

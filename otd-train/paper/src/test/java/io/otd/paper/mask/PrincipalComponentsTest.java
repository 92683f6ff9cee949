// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PrincipalComponentsTest {
  private static final double HALF_ROOT = Math.sqrt(.5);

  /** Corners of a rectangle turned by 45 degrees: variances (K / (K - 1) =) 4/3 times 4 and 1. */
  private static final MaskSample RECTANGLE = rectangle();

  @Test
  void components_of_a_rotated_rectangle_are_its_sides() {
    PrincipalComponents components = PrincipalComponents.of(RECTANGLE);
    assertThat(components.variance(0)).isCloseTo(16 / 3.0, within(1e-14));
    assertThat(components.variance(1)).isCloseTo(4 / 3.0, within(1e-14));
    assertThat(components.share(0)).isCloseTo(.8, within(1e-15));
    assertThat(components.direction(0))
        .containsExactly(new double[] {HALF_ROOT, HALF_ROOT}, within(1e-14));
    // 1 / (0.8^2 + 0.2^2).
    assertThat(components.effectiveRank()).isCloseTo(1 / .68, within(1e-14));
  }

  @Test
  void projections_are_centered_on_the_mean_of_the_fitted_sample() {
    PrincipalComponents components = PrincipalComponents.of(RECTANGLE);
    double[][] projected = components.project(RECTANGLE, 2);
    for (int k = 0; k < 4; k++) {
      assertThat(projected[k][0]).isCloseTo((k & 1) * 4 - 2, within(1e-14));
      assertThat(Math.abs(projected[k][1])).isCloseTo(1, within(1e-14));
    }
    // The mean is (10, 20).
    MaskSample other = new MaskSample(1, 2, new double[] {11, 21});
    assertThat(components.project(other, 1)[0][0]).isCloseTo(Math.sqrt(2), within(1e-14));
  }

  @Test
  void independent_units_of_equal_variance_have_full_rank() {
    // All corners of a cube.
    double[] values = new double[24];
    for (int i = 0; i < values.length; i++) {
      values[i] = ((i / 3) >> (i % 3)) & 1;
    }
    PrincipalComponents components = PrincipalComponents.of(new MaskSample(8, 3, values));
    assertThat(components.effectiveRank()).isCloseTo(3, within(1e-14));
    assertThat(components.share(2)).isCloseTo(1 / 3.0, within(1e-14));
  }

  @Test
  void one_direction_has_rank_one() {
    double[] values = new double[30];
    for (int k = 0; k < 10; k++) {
      values[3 * k] = k;
      values[3 * k + 1] = -2 * k;
      values[3 * k + 2] = 2 * k;
    }
    PrincipalComponents components = PrincipalComponents.of(new MaskSample(10, 3, values));
    assertThat(components.share(0)).isCloseTo(1, within(1e-14));
    assertThat(components.effectiveRank()).isCloseTo(1, within(1e-14));
    assertThat(components.variance(2)).isBetween(0.0, 1e-12);
    assertThat(Math.abs(components.direction(0)[0])).isCloseTo(1 / 3.0, within(1e-14));
  }

  @Test
  void constant_masks_have_rank_zero() {
    PrincipalComponents components =
        PrincipalComponents.of(new MaskSample(3, 2, new double[] {1, .5, 1, .5, 1, .5}));
    assertThat(components.effectiveRank()).isZero();
    assertThat(components.share(0)).isZero();
  }

  @Test
  void directions_are_orthonormal_and_variances_add_up_to_the_covariance_trace() {
    Random random = new Random(5);
    double[] values = new double[200 * 12];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextDouble() * (1 + i % 12);
    }
    MaskSample sample = new MaskSample(200, 12, values);
    PrincipalComponents components = PrincipalComponents.of(sample);
    double[][] covariance = sample.covariance();
    double trace = 0;
    double sum = 0;
    for (int a = 0; a < 12; a++) {
      trace += covariance[a][a];
      sum += components.variance(a);
      for (int b = 0; b < 12; b++) {
        double[] p = components.direction(a);
        double[] q = components.direction(b);
        double product = 0;
        for (int j = 0; j < 12; j++) {
          product += p[j] * q[j];
        }
        assertThat(product).isCloseTo(a == b ? 1 : 0, within(1e-12));
      }
      assertThat(a == 0 || components.variance(a) <= components.variance(a - 1)).isTrue();
    }
    assertThat(sum).isCloseTo(trace, within(1e-12 * trace));
  }

  @Test
  void projected_coordinates_have_the_variances_of_the_components() {
    Random random = new Random(6);
    double[] values = new double[50 * 4];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    MaskSample sample = new MaskSample(50, 4, values);
    PrincipalComponents components = PrincipalComponents.of(sample);
    double[] coordinates = new double[50 * 4];
    for (int k = 0; k < 50; k++) {
      System.arraycopy(components.project(sample, 4)[k], 0, coordinates, 4 * k, 4);
    }
    double[][] covariance = new MaskSample(50, 4, coordinates).covariance();
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        assertThat(covariance[a][b]).isCloseTo(a == b ? components.variance(a) : 0, within(1e-13));
      }
    }
  }

  @Test
  void masks_of_another_width_and_too_many_components_are_refused() {
    PrincipalComponents components = PrincipalComponents.of(RECTANGLE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> components.project(new MaskSample(1, 3, new double[3]), 2))
        .withMessage("masks of 3 units on 2 components (expected: 2 units, 1 to 2 components)");
    assertThatIllegalArgumentException().isThrownBy(() -> components.project(RECTANGLE, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> components.project(RECTANGLE, 0));
  }

  private static MaskSample rectangle() {
    double[] values = new double[8];
    for (int k = 0; k < 4; k++) {
      double along = (k & 1) * 4 - 2;
      double across = (k >> 1) * 2 - 1;
      values[2 * k] = 10 + HALF_ROOT * (along + across);
      values[2 * k + 1] = 20 + HALF_ROOT * (along - across);
    }
    return new MaskSample(4, 2, values);
  }
}

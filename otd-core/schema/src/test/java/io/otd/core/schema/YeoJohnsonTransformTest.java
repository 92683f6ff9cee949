// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class YeoJohnsonTransformTest extends TargetTransformContract {
  private static final double[] VALUES = {-3, -.5, 0, .2, 1, 7.5};

  @Override
  TargetTransform transform() {
    return new YeoJohnsonTransform(.3, 2, 3);
  }

  /** {@code scipy.stats.yeojohnson((x - 0.5) / 2, lmbda)} of scipy 1.17.1. */
  @Test
  void agrees_with_scipy_for_every_power() {
    assertForward(0, -3.28125, -0.625, -0.28125, -0.16125, 0.22314355131420976, 1.5040773967762742);
    assertForward(
        .3,
        -2.695866863519557,
        -0.583706976420589,
        -0.27136805866049757,
        -0.15776226628280776,
        0.23078199997062676,
        1.9007724952955738);
    assertForward(1, -1.75, -0.5, -0.25, -0.15, 0.25, 3.5);
    assertForward(
        1.6,
        -1.2469084871398115,
        -0.44019755631168395,
        -0.23340518485819517,
        -0.14374245213563483,
        0.2681739295455593,
        6.3095780307758);
    assertForward(
        2,
        -1.0116009116784799,
        -0.4054651081081644,
        -0.22314355131420976,
        -0.13976194237515868,
        0.28125,
        9.625);
  }

  private static void assertForward(double lambda, double... expected) {
    YeoJohnsonTransform transform = new YeoJohnsonTransform(lambda, .5, 2);
    for (int i = 0; i < VALUES.length; i++) {
      assertThat(transform.forward(VALUES[i])).isCloseTo(expected[i], within(1e-14));
      assertThat(transform.back(expected[i])).isCloseTo(VALUES[i], within(1e-12));
    }
  }

  @Test
  void rejects_powers_with_a_bounded_image_and_invalid_units() {
    assertThatThrownBy(() -> new YeoJohnsonTransform(-.1, 0, 1))
        .hasMessage("lambda: -0.1 (expected: in [0, 2])");
    assertThatThrownBy(() -> new YeoJohnsonTransform(Double.NaN, 0, 1))
        .hasMessageContaining("lambda: NaN");
    assertThatThrownBy(() -> new YeoJohnsonTransform(1, 0, 0)).hasMessageContaining("unit: 0.0");
  }
}

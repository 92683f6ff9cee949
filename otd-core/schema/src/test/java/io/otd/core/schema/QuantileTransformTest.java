// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuantileTransformTest extends TargetTransformContract {
  private static final QuantileTransform TRANSFORM =
      new QuantileTransform(List.of(0.0, 1.0, 5.0, 100.0), List.of(-2.0, 0.0, 1.0, 2.5));

  @Override
  TargetTransform transform() {
    return TRANSFORM;
  }

  /** None of its knots, where there are two slopes. */
  @Override
  double[] values() {
    return new double[] {1e-6, .2, 1.5, 2, 7, 30, 900, 1e6};
  }

  @Test
  void interpolates_linearly_between_its_points() {
    assertThat(TRANSFORM.forward(0)).isEqualTo(-2);
    assertThat(TRANSFORM.forward(.5)).isEqualTo(-1);
    assertThat(TRANSFORM.forward(1)).isZero();
    assertThat(TRANSFORM.forward(4)).isEqualTo(.75);
    assertThat(TRANSFORM.back(2.5)).isEqualTo(100);
    assertThat(TRANSFORM.back(-1.5)).isEqualTo(.25);
  }

  @Test
  void extrapolates_beyond_its_ends() {
    assertThat(TRANSFORM.forward(-1)).isEqualTo(-4);
    assertThat(TRANSFORM.back(4)).isEqualTo(195);
  }

  @Test
  void refuses_points_out_of_order_naming_them() {
    assertThatThrownBy(() -> new QuantileTransform(List.of(1.0, 1.0), List.of(0.0, 1.0)))
        .hasMessageContaining("values[1] is 1.0 (expected: finite, increasing)");
    assertThatThrownBy(() -> new QuantileTransform(List.of(1.0), List.of(0.0)))
        .hasMessageContaining("1 values, 1 scores");
  }
}

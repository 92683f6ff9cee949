// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class Log1pTransformTest extends TargetTransformContract {
  @Override
  TargetTransform transform() {
    return new Log1pTransform();
  }

  @Test
  void is_zero_at_zero() {
    assertThat(transform().forward(0)).isZero();
    assertThat(transform().forward(Math.E - 1)).isEqualTo(1);
  }

  @Test
  void refuses_minus_one_naming_it_and_the_domain() {
    assertThatThrownBy(() -> transform().forward(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-1.0 (expected: above -1, for log1p)");
  }

  @Test
  void the_floor_is_zero_only_if_no_training_value_was_negative() {
    assertThat(transform().floor(0)).isZero();
    assertThat(transform().floor(-.5)).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}

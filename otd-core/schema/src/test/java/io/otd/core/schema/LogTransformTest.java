// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LogTransformTest extends TargetTransformContract {
  @Override
  TargetTransform transform() {
    return new LogTransform();
  }

  @Test
  void is_the_natural_logarithm() {
    assertThat(transform().forward(Math.E * Math.E)).isEqualTo(2);
  }

  @Test
  void refuses_zero_naming_it_and_the_domain() {
    assertThatThrownBy(() -> transform().forward(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0.0 (expected: above 0, for log)");
  }

  @Test
  void has_no_floor_because_it_never_reaches_zero() {
    assertThat(transform().floor(1)).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentityTransformTest extends TargetTransformContract {
  @Override
  TargetTransform transform() {
    return new IdentityTransform();
  }

  @Test
  void leaves_values_as_they_are() {
    assertThat(transform().forward(-3.25)).isEqualTo(-3.25);
    assertThat(transform().linear()).isTrue();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeterministicTest extends MaskLawContract {
  @Override
  MaskLaw law() {
    return new Deterministic();
  }

  @Override
  List<String> parameterShapes() {
    return List.of();
  }

  @Test
  void is_not_random() {
    assertThat(law().random()).isFalse();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void its_text_is_as_precise_as_its_standard_error() {
    assertThat(new Estimate(12.34567, .21234)).hasToString("12.35 \u00b1 0.21");
    assertThat(new Estimate(12.34567, 0)).hasToString("12.35");
  }

  @Test
  void it_is_clear_beyond_two_standard_errors() {
    assertThat(new Estimate(-.5, .2).clear()).isTrue();
    assertThat(new Estimate(.4, .2).clear()).isFalse();
  }
}

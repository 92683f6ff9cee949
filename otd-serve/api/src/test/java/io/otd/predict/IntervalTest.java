// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void its_text_is_short() {
    assertThat(new Interval(38.94123456, 48.600001)).hasToString("[38.94, 48.6]");
    assertThat(new Interval(Double.NEGATIVE_INFINITY, 5.07e-4)).hasToString("[-\u221e, 0.000507]");
  }

  @Test
  void it_includes_its_ends() {
    Interval interval = new Interval(1, 3);
    assertThat(interval.width()).isEqualTo(2);
    assertThat(interval.contains(1) && interval.contains(3)).isTrue();
    assertThat(interval.contains(Math.nextUp(3.0))).isFalse();
  }
}

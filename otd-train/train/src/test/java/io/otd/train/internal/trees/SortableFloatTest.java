// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SortableFloatTest {
  private static final float[] ASCENDING = {
    Float.NEGATIVE_INFINITY,
    -Float.MAX_VALUE,
    -1.5f,
    -1,
    -Float.MIN_VALUE,
    0,
    Float.MIN_VALUE,
    1,
    1.5f,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY
  };

  @Test
  void integers_have_the_order_of_the_numbers() {
    for (int i = 1; i < ASCENDING.length; i++) {
      assertThat(SortableFloat.of(ASCENDING[i - 1])).isLessThan(SortableFloat.of(ASCENDING[i]));
    }
  }

  @Test
  void the_number_of_an_integer_is_the_one_it_was_made_of() {
    for (float value : ASCENDING) {
      assertThat(SortableFloat.value(SortableFloat.of(value))).isEqualTo(value);
    }
  }

  @Test
  void both_zeros_are_the_same_integer() {
    assertThat(SortableFloat.of(-0f)).isEqualTo(SortableFloat.of(0f));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BatchStreamTest {
  private static int[] rows(Batches batches) {
    return batches.padded(batches.steps());
  }

  /**
   * Seven rows in batches of three: the third batch has the last row of the first permutation and
   * two of the next.
   */
  @Test
  void each_row_occurs_once_per_permutation_and_every_batch_is_full() {
    Batches batches = new BatchStream(7, 3, 5).of(0, 14);
    assertThat(batches.sizes()).containsOnly(3);
    int[] all = rows(batches);
    assertThat(all).hasSize(42);
    for (int order = 0; order < 6; order++) {
      int[] once = Arrays.copyOfRange(all, order * 7, order * 7 + 7);
      assertThat(once).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
      if (order > 0) {
        assertThat(once).isNotEqualTo(Arrays.copyOfRange(all, 0, 7));
      }
    }
  }

  @Test
  void the_batch_of_a_step_does_not_depend_on_the_starting_step() {
    int[] all = rows(new BatchStream(7, 3, 5).of(0, 20));
    BatchStream stream = new BatchStream(7, 3, 5);
    for (int step : new int[] {13, 2, 3, 0, 9}) {
      assertThat(rows(stream.of(step, 4)))
          .isEqualTo(Arrays.copyOfRange(all, step * 3, step * 3 + 12));
    }
    assertThat(rows(new BatchStream(7, 3, 6).of(0, 20))).isNotEqualTo(all);
  }

  @Test
  void refuses_a_batch_larger_than_the_data() {
    assertThatThrownBy(() -> new BatchStream(5, 6, 0))
        .hasMessage("batch: 6 of 5 rows (expected: from 1 to the number of rows)");
  }
}

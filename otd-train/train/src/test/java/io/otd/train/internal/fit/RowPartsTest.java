// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.internal.split.RowGroups;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RowPartsTest {
  private static int[] sizes(int[] parts) {
    int[] sizes = new int[Arrays.stream(parts).max().orElse(-1) + 1];
    Arrays.stream(parts).forEach(part -> sizes[part]++);
    return sizes;
  }

  @Test
  void groups_stay_together() {
    RowGroups groups = new RowGroups(new int[] {0, 1, 2, 3, 0, 1, 2, 3});
    int[] parts = new RowParts(groups, false, 3).of(IntStream.range(0, 8).toArray(), 1);
    assertThat(Arrays.copyOfRange(parts, 4, 8)).isEqualTo(Arrays.copyOf(parts, 4));
    assertThat(sizes(parts)).containsExactlyInAnyOrder(2, 2, 4);
  }

  @Test
  void the_rows_of_a_single_group_are_divided() {
    RowGroups groups = new RowGroups(new int[] {0, 0, 0, 1, 1, 1, 1, 1, 1});
    int[] parts = new RowParts(groups, false, 3).of(IntStream.range(3, 9).toArray(), 1);
    assertThat(sizes(parts)).containsExactly(2, 2, 2);
  }

  @Test
  void a_single_row_is_one_part() {
    assertThat(new RowParts(RowGroups.single(4), false, 3).of(new int[] {2}, 1)).containsExactly(0);
    assertThat(new RowParts(RowGroups.single(4), true, 3).of(new int[] {2}, 1)).containsExactly(0);
  }

  @Test
  void parts_of_rows_in_time_are_stretches_of_it() {
    int[] rows = {0, 1, 3, 4, 5, 7, 8};
    assertThat(new RowParts(RowGroups.single(9), true, 3).of(rows, 1))
        .containsExactly(0, 0, 0, 1, 1, 2, 2);
    assertThat(new RowParts(RowGroups.single(9), true, 5).of(new int[] {1, 6}, 1))
        .containsExactly(0, 1);
  }
}

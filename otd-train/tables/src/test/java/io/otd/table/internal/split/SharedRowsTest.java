// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedRowsTest {
  private static final int[] NONE = {};

  @Test
  void rows_are_the_same_if_all_their_cells_are() {
    Table table =
        Table.of(
            new NumericColumn("x", new double[] {1, 1, 2, 1, Double.NaN, Double.NaN}),
            TextColumn.of("g", "a", "b", "a", "a", "", ""),
            NumericColumn.of("id", 1, 2, 3, 4, 5, 6));
    Split split = new Split(new int[] {0, 1, 4}, NONE, new int[] {2, 3, 5});

    SharedRows shared = new SharedRows(table, List.of("x", "g"));
    assertThat(shared.count(split)).isEqualTo(2);
    assertThat(shared.notice(split))
        .hasValueSatisfying(n -> assertThat(n).startsWith("2 of 3 test rows repeat"));
    assertThat(new SharedRows(table, List.of("x", "g", "id")).notice(split)).isEmpty();
    assertThat(shared.notice(new Split(new int[] {0}, NONE, NONE))).isEmpty();
  }

  @Test
  void one_repetition_in_a_thousand_test_rows_is_not_reported() {
    int rows = 2000;
    Table table =
        Table.of(NumericColumn.of("x", IntStream.range(0, rows).map(i -> i % 1999).toArray()));
    Split split =
        new Split(IntStream.range(0, 1000).toArray(), NONE, IntStream.range(1000, rows).toArray());
    SharedRows shared = new SharedRows(table, List.of("x"));
    assertThat(shared.count(split)).isEqualTo(1);
    assertThat(shared.notice(split)).isEmpty();
  }
}

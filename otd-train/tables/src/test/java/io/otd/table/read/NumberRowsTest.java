// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumberRowsTest {
  @TempDir Path folder;

  @Test
  void reads_the_names_then_the_numbers_of_the_requested_columns() throws IOException {
    try (NumberRows rows = NumberRows.open(Csv.file(folder, "a, b ,c\n1,2,3\n4,x,-5e1\n"))) {
      assertThat(rows.first()).containsExactly("a", "b", "c");
      assertThat(rows.firstAsNumbers()).isEmpty();
      assertThat(rows.next(new int[] {2, 0}).orElseThrow()).containsExactly(3, 1);
      assertThat(rows.next(new int[] {2}).orElseThrow()).containsExactly(-50);
      assertThat(rows.next(new int[] {0})).isEmpty();
    }
  }

  @Test
  void the_first_row_may_already_hold_numbers() throws IOException {
    try (NumberRows rows = NumberRows.open(Csv.file(folder, "1;2.5\n3;4\n"))) {
      assertThat(rows.firstAsNumbers().orElseThrow()).containsExactly(1, 2.5);
      assertThat(rows.next(new int[] {1}).orElseThrow()).containsExactly(4);
    }
  }

  @Test
  void a_malformed_cell_or_row_is_reported_with_its_line() throws IOException {
    Path file = Csv.file(folder, "1,2\n3,many\n5\n");
    try (NumberRows rows = NumberRows.open(file)) {
      assertThatThrownBy(() -> rows.next(new int[] {0, 1}))
          .isInstanceOf(InputException.class)
          .hasMessage(file + ", line 2, column 2: \"many\" (expected: a finite number)");
      assertThatThrownBy(() -> rows.next(new int[] {0}))
          .isInstanceOf(InputException.class)
          .hasMessage(file + ", line 3: 1 value (expected: 2, as in the first row)");
    }
  }

  @Test
  void empty_and_missing_files_are_rejected() throws IOException {
    Path empty = Csv.file(folder, "");
    assertThatThrownBy(() -> NumberRows.open(empty))
        .isInstanceOf(InputException.class)
        .hasMessage(empty + ": empty file (expected: rows of numbers)");
    assertThatThrownBy(() -> NumberRows.open(folder.resolve("none.csv")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none.csv");
  }
}

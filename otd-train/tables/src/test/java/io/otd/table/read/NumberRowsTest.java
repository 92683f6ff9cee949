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
  void names_come_first_then_the_numbers_of_the_columns_that_are_wanted() throws IOException {
    try (NumberRows rows = NumberRows.open(Csv.file(folder, "a, b ,c\n1,2,3\n4,x,-5e1\n"))) {
      assertThat(rows.first()).containsExactly("a", "b", "c");
      assertThat(rows.firstAsNumbers()).isEmpty();
      assertThat(rows.next(new int[] {2, 0}).orElseThrow()).containsExactly(3, 1);
      assertThat(rows.next(new int[] {2}).orElseThrow()).containsExactly(-50);
      assertThat(rows.next(new int[] {0})).isEmpty();
    }
  }

  @Test
  void the_first_row_may_be_numbers_already() throws IOException {
    try (NumberRows rows = NumberRows.open(Csv.file(folder, "1;2.5\n3;4\n"))) {
      assertThat(rows.firstAsNumbers().orElseThrow()).containsExactly(1, 2.5);
      assertThat(rows.next(new int[] {1}).orElseThrow()).containsExactly(4);
    }
  }

  @Test
  void a_cell_or_a_row_that_is_not_as_expected_is_named_with_its_line() throws IOException {
    Path file = Csv.file(folder, "1,2\n3,many\n5\n");
    try (NumberRows rows = NumberRows.open(file)) {
      assertThatThrownBy(() -> rows.next(new int[] {0, 1}))
          .isInstanceOf(InputException.class)
          .hasMessage(file + ", line 2, column 2: \"many\" (expected: a finite number)");
      assertThatThrownBy(() -> rows.next(new int[] {0}))
          .isInstanceOf(InputException.class)
          .hasMessage(file + ", line 3: 1 values (expected: 2, as in the first row)");
    }
  }

  @Test
  void a_file_without_rows_and_one_that_is_not_there_are_refused() throws IOException {
    Path empty = Csv.file(folder, "");
    assertThatThrownBy(() -> NumberRows.open(empty))
        .isInstanceOf(InputException.class)
        .hasMessage(empty + ": empty file (expected: rows of numbers)");
    assertThatThrownBy(() -> NumberRows.open(folder.resolve("none.csv")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none.csv");
  }
}

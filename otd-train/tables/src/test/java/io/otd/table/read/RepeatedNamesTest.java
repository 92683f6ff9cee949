// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were joined with the names of their columns. */
class RepeatedNamesTest {
  @TempDir Path folder;

  private DataFile read(String text) throws IOException {
    return TableReader.read(Csv.file(folder, text), ColumnSelection.all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"town,x", " town , x", "\ufefftown,x", "\"town\",\"x\""})
  void a_row_of_names_among_the_others_is_left_out_and_said(String again) throws IOException {
    for (int at : List.of(1, 2, 5, 30)) {
      String rows = "Wien,1\ntown,2\nWien,3\n".repeat(at);
      DataFile file = read("town,x\n" + rows + again + "\n" + rows);
      assertThat(file.table().rows()).isEqualTo(6 * at);
      assertThat(file.table().numbers("x")).startsWith(1, 2, 3).endsWith(1, 2, 3);
      assertThat(file.table().column("town").texts().dictionary()).containsExactly("Wien", "town");
      assertThat(file.notes())
          .singleElement()
          .asString()
          .endsWith("line %s: the names of the columns again, left out".formatted(2 + 3 * at));
      assertThat(file.table().place(3 * at)).contains("line " + (3 + 3 * at));
    }
  }

  @Test
  void many_rows_of_names_are_one_note() throws IOException {
    DataFile file = read("a,b\n" + ("a,b\n" + "1,2\n3,4\n".repeat(9)).repeat(3));
    assertThat(file.table().numbers("b")).hasSize(54).doesNotContain(Double.NaN);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .endsWith("line 2: the names of the columns again, left out; in all 3 such rows");
  }

  @Test
  void a_row_of_names_is_none_of_a_block() throws IOException {
    Path file = Csv.file(folder, "a,b\n1,2\n3,4\na,b\n5,6\n");
    try (TableBlocks blocks =
        TableReader.blocks(
            TableAddress.file(file),
            new ColumnSelection.Typed(List.of("a"), Map.of()),
            TableFormat.AUTO,
            10)) {
      assertThat(blocks.next().orElseThrow().numbers("a")).containsExactly(1, 3, 5);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"a,b,c; 3 values", "a; 1 value"})
  void a_row_that_begins_with_the_names_keeps_its_length(String row, String length)
      throws IOException {
    Path file = Csv.file(folder, "a,b\n" + "1,2\n".repeat(20) + row + "\n");
    assertThatThrownBy(() -> TableReader.read(file, ColumnSelection.all()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 22: %s (expected: 2".formatted(length));
  }

  @Test
  void a_text_that_is_the_name_of_its_column_is_a_text() throws IOException {
    assertThat(read("town\nWien\ntown\n").table().rows()).isEqualTo(2);
    assertThat(read("town,x\nWien,1\ntown,1\nLinz,x\n").table().rows()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"a\": 1, \"b\": 2}\n", "[{\"a\": 1},\n {\"a\": 2}]\n", " [ {\"a\":1}]"})
  void json_under_another_name_is_json(String json) throws IOException {
    assertThat(read(json).table().numbers("a")).startsWith(1);
  }
}

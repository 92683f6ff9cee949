// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  @TempDir Path folder;

  private DataFile read(String text) throws IOException {
    return TableReader.read(Files.writeString(folder.resolve("t.jsonl"), text));
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = (TextColumn) table.column(column);
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @Test
  void texts_beside_numbers_have_no_quotes() throws IOException {
    Table table =
        read("{\"k\": 7}\n{\"k\": \"north\"}\n{\"k\": 2.50}\n{\"k\": true}\n{\"k\": null}\n{}\n")
            .table();
    assertThat(texts(table, "k")).containsExactly("7", "north", "2.5", "true", "", "");
  }

  @Test
  void texts_stay_as_they_are_written() throws IOException {
    Table table = read("{\"t\": \"06:00\", \"d\": \" 2024-01-02 03:04 \", \"n\": \"007\"}").table();
    assertThat(texts(table, "t")).containsExactly("06:00");
    assertThat(texts(table, "d")).containsExactly("2024-01-02 03:04");
    assertThat(texts(table, "n")).containsExactly("007");
  }

  @Test
  void an_array_of_objects_and_numbers_that_only_python_writes_are_read() throws IOException {
    Table table = read("[{\"x\": NaN, \"late\": 1},\n {\"x\": -1.5e2}]").table();
    assertThat(table.numbers("x")).containsExactly(Double.NaN, -150);
    assertThatThrownBy(() -> read("{\"x\": 1}\n{\"x\": Infinity}\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 2 of ")
        .hasMessageContaining("\"Infinity\" (expected: a finite number)");
  }

  @Test
  void nested_values_are_refused_unless_left_out() throws IOException {
    String text = "{\"x\": 1, \"at\": {\"x\": [2]}, \"all\": []}\n";
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"at\": JSON object (expected: ")
        .hasMessageContaining("column \"all\": JSON array (expected: ");
    Path file = folder.resolve("t.jsonl");
    ColumnSelection flat = new ColumnSelection.Except(Set.of("at", "all"));
    assertThat(TableReader.read(file, flat).table().numbers("x")).containsExactly(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"x\": 1}~{\"x\": }   | line 2: ",
        "{\"x\": 1}~7            | line 2: \"7\" (expected: objects, one a row)",
        "{\"x\": 1}~{\"x\": 2    | line 2: ",
        "{\"x\": 1, \"x\": 2}    | line 1: key \"x\" stands twice in an object (expected: once)",
        "{}                      | no JSON object with a key"
      })
  void a_broken_file_is_reported_with_its_line(String text, String problem) {
    assertThatThrownBy(() -> read(text.replace('~', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("t.jsonl")
        .hasMessageContaining(problem.strip());
  }
}

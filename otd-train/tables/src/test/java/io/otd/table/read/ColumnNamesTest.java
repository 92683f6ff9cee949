// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of columns, which follow one rule in all formats. */
class ColumnNamesTest {
  @TempDir Path folder;

  private DataFile read(String name, String text) throws IOException {
    return TableReader.read(Files.writeString(folder.resolve(name), text));
  }

  @Test
  void the_second_column_of_a_name_has_a_number_and_a_note() throws IOException {
    for (DataFile file :
        List.of(
            read("t.csv", "x,x_2,x,y,x\n1,2,3,4,5\n"),
            read(
                "t.arff",
                """
                @relation t
                @attribute x numeric
                @attribute x_2 numeric
                @attribute x numeric
                @attribute y numeric
                @attribute x numeric
                @data
                1,2,3,4,5
                """))) {
      assertThat(file.table().names()).containsExactly("x", "x_2", "x_3", "y", "x_4");
      assertThat(file.table().numbers("x_4")).containsExactly(5);
      assertThat(file.notes())
          .hasSize(2)
          .first()
          .asString()
          .contains("column name \"x\" appears again; column 3 is called \"x_3\"");
    }
  }

  @Test
  void a_column_of_a_double_name_can_be_left_out() throws IOException {
    Path file = Csv.file(folder, "a,b,a\n1,2,3\n");
    assertThat(TableReader.read(file, new ColumnSelection.Except(Set.of("a_2"))).table().names())
        .containsExactly("a", "b");
  }

  @Test
  void no_other_column_may_have_the_name_of_a_target() throws IOException {
    Path csv = Csv.file(folder, "x,y,x,y\n1,2,3,4\n");
    Path json = Files.writeString(folder.resolve("t.jsonl"), "{\"y\":1,\" y\":2}\n");
    for (Path file : List.of(csv, json)) {
      assertThatThrownBy(() -> TableReader.read(file, predicting("y", Set.of())))
          .isInstanceOf(InputException.class)
          .hasMessageEndingWith(
              "target \"y\": the name of 2 columns (expected: of one; rename, remove or leave out"
                  + " with data.ignore: \"y_2\")");
      assertThat(TableReader.read(file, predicting("y", Set.of("y_2"))).table().names())
          .contains("y")
          .doesNotContain("y_2");
    }
    Path three = Csv.file(folder, "y,y,x,y\n1,2,3,4\n");
    assertThatThrownBy(() -> TableReader.read(three, predicting("y", Set.of())))
        .hasMessageEndingWith(
            "target \"y\": the name of 3 columns (expected: of one; rename, remove or leave out"
                + " with data.ignore: \"y_2\", \"y_3\")");
    Path ordinary = Csv.file(folder, "x,y,x,y_2\n1,2,3,4\n");
    assertThat(TableReader.read(ordinary, predicting("y", Set.of())).table().names())
        .containsExactly("x", "y", "x_2", "y_2");
  }

  private static ColumnSelection predicting(String target, Set<String> ignored) {
    return new ColumnSelection.Except(ignored, Set.of(target), Map.of(), false);
  }

  @Test
  void names_that_differ_in_case_are_different() throws IOException {
    assertThat(read("t.csv", "x,X\n1,2\n").table().names()).containsExactly("x", "X");
    assertThat(read("t.jsonl", "{\"x\":1,\"X\":2}\n").table().numbers("X")).containsExactly(2);
  }

  @Test
  void blanks_around_a_name_are_dropped_and_letters_composed() throws IOException {
    // An o with two dots as two characters, after a byte order mark inside the quotes, and blanks
    // that do not break.
    String written = "\uFEFF\u00a0Gro\u0308\u00dfe ";
    for (DataFile file :
        List.of(
            read("t.csv", "\"" + written + "\",\n1,2\n"),
            read("t.jsonl", "{\"" + written + "\":1,\"\":2}\n"))) {
      assertThat(file.table().names()).containsExactly("Gr\u00f6\u00dfe", "column_2");
    }
  }
}

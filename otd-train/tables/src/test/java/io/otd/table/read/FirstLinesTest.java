// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.format.CellSeparator;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines before the table: titles, comments, and the declaration of the separator. */
class FirstLinesTest {
  private static final TableFormat AUTO = TableFormat.AUTO;

  @TempDir Path folder;

  private static TableFormat skip(int lines) {
    return new TableFormat(
        AUTO.separator(), AUTO.decimal(), AUTO.header(), AUTO.encoding(), lines, AUTO.missing());
  }

  private DataFile read(String text, TableFormat format) throws IOException {
    return TableReader.read(Csv.file(folder, text), ColumnSelection.all(), format);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sep=;", "SEP=;", "\"sep=;\"", "sep=;;;"})
  void the_declared_separator_is_obeyed(String line) throws IOException {
    DataFile file = read(line + "\r\nx;y,z\r\n1,5;2\r\n3;4\r\n", AUTO);
    assertThat(file.table().names()).containsExactly("x", "y,z");
    assertThat(file.table().numbers("x")).containsExactly(1.5, 3);
    assertThat(file.table().place(0)).endsWith(", line 3");
  }

  @Test
  void any_character_may_be_declared_and_a_setting_overrides_it() throws IOException {
    assertThat(read("sep=^\nx^y\n1^2\n", AUTO).table().names()).containsExactly("x", "y");
    TableFormat comma =
        new TableFormat(
            CellSeparator.COMMA, AUTO.decimal(), AUTO.header(), AUTO.encoding(), 0, AUTO.missing());
    assertThat(read("sep=;\nx,y\n1,2\n", comma).table().names()).containsExactly("x", "y");
  }

  @ParameterizedTest
  @CsvSource({
    "'# station 17\nx,y\n',1,2",
    "'Source,WDI\n\nx,g,y\n',2,3",
    "'A title; long, with, commas\nx,y\n',3,2",
    "'Export\nx;y\n',1,2"
  })
  void an_odd_line_before_the_table_is_named_and_can_be_left_out(String first, int names, int cells)
      throws IOException {
    String separator = first.contains("x;y") ? ";" : ",";
    String row = "1" + (separator + "2").repeat(cells - 1) + "\n";
    String text = first + row.repeat(20);
    int before = first.split("\n").length - 1;

    assertThatThrownBy(() -> read(text, AUTO))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 1 has " + names + " value")
        .hasMessageEndingWith("--skip-lines " + before + ")");
    DataFile file = read(text, skip(before));
    assertThat(file.table().rows()).isEqualTo(20);
    assertThat(file.table().columns()).hasSize(cells);
    assertThat(file.table().place(0)).endsWith(", line " + (before + 2));
  }

  @ParameterizedTest
  @CsvSource({
    "'Sales 2024,,\n,,\nx,g,y\n',2",
    "'Sales 2024,,\nx,g,y\n',1",
    "'Sales,,\nby region,,\n\nx,g,y\n',3"
  })
  void a_title_before_empty_cells_is_named_and_can_be_left_out(String first, int before)
      throws IOException {
    for (String row : new String[] {"1,a,2\n", "1,2,3\n"}) {
      String text = first + row.repeat(20);

      assertThatThrownBy(() -> read(text, AUTO))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("line 1 names 1 of 3 columns, line %s all".formatted(before + 1))
          .hasMessageEndingWith("--skip-lines " + before + ")");
      assertThat(read(text, skip(before)).table().names()).containsExactly("x", "g", "y");
    }
  }

  @Test
  void nameless_columns_beside_names_are_no_title() throws IOException {
    assertThat(read(",x\na,1\nb,2\n", AUTO).table().names()).containsExactly("column_1", "x");
    assertThat(read("x,,\na,b,1\na,c,2\na,b,3\n", AUTO).table().rows()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void skipped_lines_end_as_the_file_ends_its_lines(String end) throws IOException {
    DataFile file = read(String.join(end, "one \"", "", "x,y", "1,2", ""), skip(2));
    assertThat(file.table().names()).containsExactly("x", "y");
    assertThatThrownBy(() -> read("x,y\n1,2\n", skip(9)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("empty file");
  }

  @Test
  void settings_of_text_are_refused_where_they_have_no_effect() throws IOException {
    Path json = Csv.file(folder, "{\"x\": 1}\n");
    assertThatThrownBy(() -> TableReader.read(json, ColumnSelection.all(), skip(1)))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            ": data.skip is 1, which has no effect (expected: 0), since its files declare their"
                + " columns");
    assertThatThrownBy(() -> read("@relation t\n@attribute x numeric\n@data\n1\n", skip(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.skip is 1");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import io.otd.table.problem.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableFormatTest {
  private static final TableFormat AUTO = TableFormat.AUTO;

  @TempDir Path folder;

  private DataFile read(String text, TableFormat format) throws IOException {
    return TableReader.read(Csv.file(folder, text), ColumnSelection.all(), format);
  }

  private static TableFormat header(HeaderRule rule) {
    return new TableFormat(
        AUTO.separator(), AUTO.decimal(), rule, AUTO.encoding(), 0, AUTO.missing());
  }

  private static TableFormat encoding(TextEncoding encoding) {
    return new TableFormat(
        AUTO.separator(), AUTO.decimal(), AUTO.header(), encoding, 0, AUTO.missing());
  }

  @ParameterizedTest
  @CsvSource({"COMMA,','", "SEMICOLON,';'", "TAB,'\t'", "PIPE,'|'"})
  void a_separator_can_be_specified(CellSeparator separator, char character) throws IOException {
    TableFormat format =
        new TableFormat(
            separator, AUTO.decimal(), AUTO.header(), AUTO.encoding(), 0, AUTO.missing());
    // All of them occur in each line, equally often.
    String line = "a;b,c\td|e\n1;2,3\t4|5\n";
    List<String> names = read(line, format).table().names();
    assertThat(names).hasSize(2);
    assertThat(String.join("" + character, names)).isEqualTo(line.substring(0, line.indexOf('\n')));
  }

  @Test
  void a_decimal_comma_is_detected_and_reported() throws IOException {
    DataFile file = read("a;b\n1;2,5\n-3,25e2;4\n", AUTO);
    assertThat(Numbers.of(file.table(), "b")).containsExactly(2.5, 4);
    assertThat(Numbers.of(file.table(), "a")).containsExactly(1, -325);
    assertThat(file.notes()).singleElement().asString().contains("decimal comma");
  }

  @Test
  void a_file_with_decimal_commas_and_no_header_is_read() throws IOException {
    Table table = read("1,5;2,5;3,5\n4,5;5,5;6,5\n", AUTO).table();
    assertThat(Numbers.of(table, "column_3")).containsExactly(3.5, 6.5);
  }

  @Test
  void thousands_separators_are_not_mistaken_for_decimal_commas() throws IOException {
    DataFile file = read("a;b\n1;2,500\n3;1,250\n", AUTO);
    assertThat(file.table().column("b")).isInstanceOf(TextColumn.class);
    assertThat(read("a;b\n1.5;2,5\n", AUTO).table().column("b")).isInstanceOf(TextColumn.class);
  }

  @Test
  void thousands_separators_are_read_alongside_a_decimal_comma() throws IOException {
    DataFile file = read("a;b\n1;1.100,5\n3;1.250\n4;-2.000.000\n5;7,25\n", AUTO);
    assertThat(Numbers.of(file.table(), "b")).containsExactly(1100.5, 1250, -2e6, 7.25);
    assertThat(file.notes()).singleElement().asString().contains("decimal comma");
  }

  @Test
  void unambiguous_thousands_separators_are_read_alongside_a_decimal_point() throws IOException {
    DataFile file = read("a;b\n1;1,100.5\n3;1,250,000\n4;.5\n", AUTO);
    assertThat(Numbers.of(file.table(), "b")).containsExactly(1100.5, 1250000, .5);
    assertThat(file.notes()).isEmpty();
  }

  @Test
  void a_number_that_makes_its_column_text_is_reported_with_its_line_and_the_setting()
      throws IOException {
    DataFile file = read("a,b\n1,\"1.100,5\"\n2,\"7,25\"\n", AUTO);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("column \"b\" is read as text: \"1.100,5\" in ", "line 2", "--decimal: comma");
    assertThat(read("a;b\n1.5;2\n2;2,500\n", AUTO).notes())
        .singleElement()
        .asString()
        .contains("\"2,500\" in ", "line 3", "or with thousands", "comma or point");
    assertThat(read("a;b\n1,5;0.123\n2,5;0.5\n", AUTO).notes())
        .singleElement()
        .asString()
        .contains("column \"a\" is read as text: \"1,5\" in ");
  }

  @Test
  void a_decimal_comma_can_be_set_even_if_commas_separate_cells() throws IOException {
    TableFormat format =
        new TableFormat(
            AUTO.separator(), DecimalMark.COMMA, AUTO.header(), AUTO.encoding(), 0, AUTO.missing());
    Table table = read("a,b\n\"1,500\",2\n\"123456789012345,25\",\"1,5e3\"\n", format).table();
    assertThat(Numbers.of(table, "a")).containsExactly(1.5, 123456789012345.25);
    assertThat(Numbers.of(table, "b")).containsExactly(2, 1500);
  }

  @Test
  void a_first_row_of_numbers_is_data() throws IOException {
    DataFile file = read("1,2\n3,NA\n", AUTO);
    assertThat(file.table().names()).containsExactly("column_1", "column_2");
    assertThat(file.table().column("column_2").numbers()).containsExactly(2, Double.NaN);
    assertThat(file.notes()).singleElement().asString().contains("no header row");
    assertThat(read("1,2\n", AUTO).table().rows()).isEqualTo(1);
  }

  @Test
  void a_header_may_contain_numbers_if_a_text_name_is_above_a_number() throws IOException {
    assertThat(read("1100,1102,protein\n.1,.2,12\n", AUTO).table().names())
        .containsExactly("1100", "1102", "protein");
  }

  @Test
  void an_ambiguous_first_row_requires_the_header_setting() throws IOException {
    String iris = "5.1,3.5,setosa\n4.9,3.0,setosa\n";
    assertThatThrownBy(() -> read(iris, AUTO))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 1: names and numbers, which may be a header or data")
        .hasMessageContaining("--header: present or absent");
    assertThat(read(iris, header(HeaderRule.ABSENT)).table().rows()).isEqualTo(2);
    assertThat(read(iris, header(HeaderRule.PRESENT)).table().names())
        .containsExactly("5.1", "3.5", "setosa");
  }

  @Test
  void an_unnamed_column_gets_a_default_name() throws IOException {
    assertThat(Csv.table(folder, ",a,\n1,2,3\n").names())
        .containsExactly("column_1", "a", "column_3");
  }

  @Test
  void a_late_text_in_a_file_without_header_is_kept() throws IOException {
    TextColumn column =
        (TextColumn) read("1,2\nx,3\n", header(HeaderRule.ABSENT)).table().column("column_1");
    assertThat(column.dictionary()).containsExactly("1", "x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void a_byte_order_mark_determines_the_encoding(String charset) throws IOException {
    Path file = folder.resolve("t.csv");
    Files.write(file, "\uFEFFGröße,重さ\n1,\uD83D\uDE00\n".getBytes(Charset.forName(charset)));
    for (TextEncoding encoding : TextEncoding.values()) {
      Table table = TableReader.read(file, ColumnSelection.all(), encoding(encoding)).table();
      assertThat(table.names()).containsExactly("Größe", "重さ");
      assertThat(((TextColumn) table.column("重さ")).text(0)).isEqualTo("\uD83D\uDE00");
    }
  }

  @ParameterizedTest
  @CsvSource({"ISO_8859_1,ISO-8859-1", "WINDOWS_1252,windows-1252", "UTF_16,UTF-16BE"})
  void the_encoding_can_be_set(TextEncoding encoding, String charset) throws IOException {
    Path file = folder.resolve("t.csv");
    Files.write(file, "Größe,b\n1,é\n".getBytes(Charset.forName(charset)));
    Table table = TableReader.read(file, ColumnSelection.all(), encoding(encoding)).table();
    assertThat(table.names()).containsExactly("Größe", "b");
    assertThat(((TextColumn) table.column("b")).text(0)).isEqualTo("é");
  }

  /** Characters of two and four bytes, and surrogate pairs, at the ends of all buffers. */
  @Test
  void characters_split_across_buffers_stay_intact() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write("a,b\n".getBytes(StandardCharsets.UTF_8));
    String row = "é\uD83D\uDE00é,1\n";
    for (int i = 0; i < 40_000; i++) {
      text.write(row.getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve("t.csv");
    Files.write(file, text.toByteArray());
    TextColumn a = (TextColumn) TableReader.read(file, ColumnSelection.all()).table().column("a");
    assertThat(a.dictionary()).containsExactly("é\uD83D\uDE00é");
    assertThat(a.rows()).isEqualTo(40_000);
  }

  @Test
  void spellings_of_missing_cells_can_be_set() throws IOException {
    TableFormat format =
        new TableFormat(
            AUTO.separator(),
            AUTO.decimal(),
            AUTO.header(),
            AUTO.encoding(),
            0,
            List.of("-999", "none"));
    Table table = read("a,b\n-999,None\n1,NA\n,x\n", format).table();
    assertThat(table.column("a").numbers()).containsExactly(Double.NaN, 1, Double.NaN);
    assertThat(((TextColumn) table.column("b")).codes()).containsExactly(-1, 0, 1);
  }

  @Test
  void a_cell_may_be_long_and_hold_line_breaks() throws IOException {
    String text = "x".repeat(300_000) + "\r\n" + "y".repeat(300_000);
    Table table = Csv.table(folder, "a,b\n1,\"" + text + "\"\n2,z\n");
    assertThat(((TextColumn) table.column("b")).text(0)).isEqualTo(text);
    assertThat(table.rows()).isEqualTo(2);
  }
}

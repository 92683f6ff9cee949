// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Numbers;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableReaderTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t"})
  void the_separator_is_detected(String separator) throws IOException {
    Table table = Csv.table(folder, "a,b,c\n1,2.5,-3e2\n4,.5,+6\n".replace(",", separator));
    assertThat(table.names()).containsExactly("a", "b", "c");
    assertThat(Numbers.of(table, "a")).containsExactly(1, 4);
    assertThat(Numbers.of(table, "b")).containsExactly(2.5, .5);
    assertThat(Numbers.of(table, "c")).containsExactly(-300, 6);
  }

  @Test
  void separators_inside_quoted_names_are_ignored() throws IOException {
    Table table = Csv.table(folder, "\"length, in m, or so\";\"x, y\"\n1;2\n");
    assertThat(table.names()).containsExactly("length, in m, or so", "x, y");
  }

  @Test
  void quotes_line_breaks_blanks_and_blank_lines_are_handled() throws IOException {
    Table table = Csv.table(folder, "\"a\"\"b\", c \r\n\r\n \"1\" , 2 \r\n\"3\",4");
    assertThat(table.names()).containsExactly("a\"b", "c");
    assertThat(Numbers.of(table, "c")).containsExactly(2, 4);
  }

  @Test
  void a_byte_order_mark_and_non_ascii_letters_are_handled() throws IOException {
    Table table = Csv.table(folder, "\uFEFFGröße,重さ\n1,2\n");
    assertThat(table.names()).containsExactly("Größe", "重さ");
  }

  @Test
  void a_gzipped_file_is_read_whatever_its_name() throws IOException {
    Path file = folder.resolve("packed.csv");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(Numbers.of(TableReader.read(file, ColumnSelection.all()).table(), "b"))
        .containsExactly(2);
  }

  @Test
  void the_digest_is_of_the_bytes_on_disk() throws IOException {
    // From sha256sum.
    assertThat(TableReader.read(Csv.file(folder, "a,b\n1,2\n"), ColumnSelection.all()).sha256())
        .isEqualTo("492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470");
  }

  @Test
  void numbers_are_read_with_full_precision() throws IOException {
    Table table = Csv.table(folder, "a,b\n0.1,9007199254740993\n1e-30,123456789.123456789\n");
    assertThat(Numbers.of(table, "a")).containsExactly(0.1, 1e-30);
    assertThat(Numbers.of(table, "b")).containsExactly(9007199254740992d, 123456789.12345679);
  }

  @Test
  void many_rows_keep_their_order() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    IntStream.range(0, 20_000).forEach(i -> text.append(i).append(",1\n"));
    double[] a = Numbers.of(Csv.table(folder, text.toString()), "a");
    assertThat(a).hasSize(20_000);
    for (int i = 0; i < a.length; i++) {
      assertThat(a[i]).isEqualTo(i);
    }
  }

  @Test
  void a_row_of_numbers_takes_eight_bytes_a_column() throws IOException {
    assertThat(Csv.table(folder, "a,b,c\n1,2,3\n").bytesPerRow()).isEqualTo(24);
  }

  @Test
  void unselected_columns_may_hold_anything() throws IOException {
    Path file = Csv.file(folder, "a,name,b\n1,Ann,2\n3,,4\n");
    assertThat(TableReader.read(file, new ColumnSelection.Except(Set.of("name"))).table().names())
        .containsExactly("a", "b");
    assertThat(
            TableReader.read(file, new ColumnSelection.Only(List.of("b"), Set.of("zz")))
                .table()
                .names())
        .containsExactly("b");
  }

  @Test
  void a_missing_selected_column_is_reported_with_the_nearest_name() throws IOException {
    Path file = Csv.file(folder, "price,area\n1,2\n");
    assertThatThrownBy(
            () -> TableReader.read(file, new ColumnSelection.Only(List.of("prize"), Set.of())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"prize\": not in the table")
        .hasMessageContaining("did you mean \"price\"?");
  }

  @Test
  void an_unknown_table_column_is_reported_with_the_nearest_name() throws IOException {
    Table table = Csv.table(folder, "price,area\n1,2\n");
    assertThatThrownBy(() -> table.column("aera"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean \"area\"?");
  }

  @Test
  void a_column_containing_text_is_text_with_its_dictionary_in_first_seen_order()
      throws IOException {
    Table table = Csv.table(folder, "a,color\n1,red\n2,\"light, blue\"\n3,red\n4, NA \n");
    TextColumn color = (TextColumn) table.column("color");
    assertThat(color.dictionary()).containsExactly("red", "light, blue");
    assertThat(color.codes()).containsExactly(0, 1, 0, TextColumn.MISSING);
    assertThat(color.text(1)).isEqualTo("light, blue");
    assertThat(color.text(3)).isEmpty();
    assertThat(color.missingCells()).isEqualTo(1);
    assertThat(table.bytesPerRow()).isEqualTo(12);
  }

  @Test
  void numbers_before_the_first_text_in_a_column_keep_their_spelling() throws IOException {
    Table table = Csv.table(folder, "a,zip,b\n1,01234,x\n2,,y\n3,1234,x\n4,K1A,y\n");
    assertThat(((TextColumn) table.column("zip")).dictionary())
        .containsExactly("01234", "1234", "K1A");
    assertThat(((TextColumn) table.column("zip")).codes()).containsExactly(0, -1, 1, 2);
    assertThat(Numbers.of(table, "a")).containsExactly(1, 2, 3, 4);
    assertThat(((TextColumn) table.column("b")).codes()).containsExactly(0, 1, 0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\"\"", "NA", "NaN", "nan", "null", "NULL", "?", "n/a", "#N/A"})
  void missing_cells_are_recognised_by_their_spelling(String cell) throws IOException {
    Table table = Csv.table(folder, "a,b\n" + cell + ",x\n3," + cell + "\n" + cell + ",y\n");
    assertThat(table.column("a").numbers()).containsExactly(Double.NaN, 3, Double.NaN);
    assertThat(((TextColumn) table.column("b")).codes()).containsExactly(0, -1, 1);
  }

  @Test
  void an_entirely_missing_column_is_numeric() throws IOException {
    assertThat(Csv.table(folder, "a,b\n1,\n2,?\n").column("b").numbers())
        .containsExactly(Double.NaN, Double.NaN);
  }

  @Test
  void the_first_non_number_is_reported_with_its_row_if_numbers_are_required() throws IOException {
    Table table = Csv.table(folder, "age,b\n1,1\n,2\nabc,3\n4,?\n");
    assertThatThrownBy(() -> table.numbers("age"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(".csv, line 4, column \"age\": \"abc\" (expected: a number)");
    assertThatThrownBy(() -> table.column("age").numbers())
        .hasMessage("row 3, column \"age\": \"abc\" (expected: a number)");
    assertThatThrownBy(() -> Numbers.of(table, "b"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(".csv, line 5, column \"b\": missing (expected: a number)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1f", "0x1p3", "1_000", "1.2.3", "--1", "e5", "1e", "1e5.5", ".", "-", "2,5"})
  void java_only_and_malformed_number_spellings_are_text(String cell) throws IOException {
    Table table = Csv.table(folder, "a,b\n1,\"" + cell + "\"\n");
    assertThat(((TextColumn) table.column("b")).dictionary()).containsExactly(cell);
  }

  /** The oracle is Java's own conversion. */
  @Test
  void every_number_is_parsed_to_the_nearest_double() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      String digits = Long.toString(random.nextLong(1L << random.nextInt(1, 62)));
      int point = random.nextInt(digits.length() + 1);
      String exponent = random.nextInt(4) == 0 ? "e" + random.nextInt(-30, 15) : "";
      String sign = List.of("", "-", "+").get(random.nextInt(3));
      String cell = sign + digits.substring(0, point) + "." + digits.substring(point) + exponent;
      assertThat(NumberCell.parse(cell)).as(cell).isEqualTo(Double.parseDouble(cell));
    }
    assertThat(NumberCell.parse("-0")).isEqualTo(-0.0);
    assertThat(NumberCell.parse("007")).isEqualTo(7);
  }

  private static ColumnSelection read(Map<String, ColumnReading> kinds) {
    return new ColumnSelection.Except(Set.of(), Set.of(), kinds, false);
  }

  @Test
  void a_numeric_column_can_be_read_as_text() throws IOException {
    Path file = Csv.file(folder, "zip,a\n01234,1\n,2\n1234,3\n");
    Table table =
        TableReader.read(file, read(Map.of("zip", ColumnReading.TEXT, "none", ColumnReading.TEXT)))
            .table();
    TextColumn zip = table.column("zip").texts();
    assertThat(zip.dictionary()).containsExactly("01234", "1234");
    assertThat(zip.missing(1)).isTrue();
    assertThat(table.column("a").numbers()).containsExactly(1, 2, 3);
    assertThat(new ColumnSelection.Except(Set.of("b")).problems(List.of("a"))).hasSize(1);
  }

  @Test
  void numeric_codes_are_normalised_as_in_a_numeric_column() throws IOException {
    Path file = Csv.file(folder, "code,a\n12.0,1\n,2\n012,3\n-0.0,4\nx,5\n0.50,6\n");
    ColumnSelection codes = read(Map.of("code", ColumnReading.CODE));
    TextColumn code = TableReader.read(file, codes).table().column("code").texts();
    assertThat(code.dictionary()).containsExactly("12", "0", "x", "0.5");
    assertThat(code.codes()).containsExactly(0, TextColumn.MISSING, 0, 1, 2, 3);
    Path commas = Csv.file(folder, "code;a\n12,0;1\n1.000,0;2\n");
    assertThat(TableReader.read(commas, codes).table().column("code").texts().dictionary())
        .containsExactly("12", "1000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void a_quoted_carriage_return_does_not_swallow_the_end_of_the_line(String end)
      throws IOException {
    String text = String.join(end, "a,b", "1,\"x\ry\"", "2,\"\r\"", "3,z", "4, \"\rw\" ", "");
    TextColumn column = (TextColumn) Csv.table(folder, text).column("b");
    assertThat(IntStream.range(0, 4).mapToObj(column::text)).containsExactly("x\ry", "", "z", "w");
  }

  @Test
  void blanks_around_quotes_are_handled_far_down_the_file() throws IOException {
    String rows = "1,2\n".repeat(50_000);
    for (String row : List.of("3, \"4\"", "\"3\" ,4", " \"3\" , \"4\" ", "3,\t\"4\"")) {
      Table table = Csv.table(folder, "a,b\n" + rows + row + "\n5,6\n");
      assertThat(table.rows()).isEqualTo(50_002);
      assertThat(Numbers.of(table, "a")[50_000]).isEqualTo(3);
      assertThat(Numbers.of(table, "b")[50_000]).isEqualTo(4);
    }
  }

  @Test
  void a_column_that_is_text_because_of_few_cells_is_reported() throws IOException {
    Path file = Csv.file(folder, "a,b,c\n1,x,1\n2,y,2\n3,4,low\n4,z,4\n5,w,low\n");
    assertThat(TableReader.read(file, ColumnSelection.all()).notes())
        .singleElement()
        .asString()
        .isEqualTo(
            "column \"c\" is read as text: 2 of its cells are not numbers: \"low\" in "
                + file
                + ", line 4 (do they mean missing cells? data.missing)");
  }

  /** Blank lines, a cell over three lines, and no header: an editor shows these lines. */
  @Test
  void row_locations_use_the_line_numbers_an_editor_shows() throws IOException {
    Path file = Csv.file(folder, "a,b\n\n1,x\n2,\"y\n\nz\"\n3,w\n4,v\n\n5,u\n");
    Table table = TableReader.read(file, ColumnSelection.all()).table();
    assertThat(places(table))
        .containsExactly(
            file + ", line 3",
            file + ", line 4",
            file + ", line 7",
            file + ", line 8",
            file + ", line 10");
    assertThat(places(table.without("b"))).isEqualTo(places(table));
    assertThat(places(table.at(new int[] {4, 1}).at(new int[] {1, 0})))
        .containsExactly(file + ", line 4", file + ", line 10");
    Path plain = Csv.file(folder, "1,2\n3,4\n");
    assertThat(TableReader.read(plain, ColumnSelection.all()).table().place(1))
        .isEqualTo(plain + ", line 2");
    assertThat(Table.of(table.column("a")).from(RowOrigin.of("f.npz")).place(2))
        .isEqualTo("row 3 of f.npz");
  }

  private static List<String> places(Table table) {
    return IntStream.range(0, table.rows()).mapToObj(table::place).toList();
  }
}

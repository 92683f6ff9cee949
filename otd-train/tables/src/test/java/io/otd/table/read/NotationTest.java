// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns in which numbers are written in other ways, or not everywhere. */
class NotationTest {
  @TempDir Path folder;

  private DataFile read(List<String> cells) throws IOException {
    return read(cells, TableFormat.AUTO);
  }

  private DataFile read(List<String> cells, TableFormat format) throws IOException {
    return TableReader.read(Csv.cells(folder, cells), ColumnSelection.all(), format);
  }

  private static List<String> numbers(int count) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> i + ".5").toList());
  }

  private static List<String> with(List<String> cells, String other, int at) {
    List<String> all = new ArrayList<>(cells);
    all.add(at, other);
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "12.5%      | 12.5",
        "-3 %       | -3",
        "$1,234.00  | 1234",
        "-$5.25     | -5.25",
        "US$ 7.5    | 7.5",
        "9.75 €     | 9.75",
        "EUR 9.75   | 9.75",
        "(3,395.93) | -3395.93",
        "($3.50)    | -3.5",
        "3.40-      | -3.4",
        "5.-        | 5",
        "5.--       | 5",
        "5,--       | 5",
        "CHF 1'000.- | 1000",
        "1,234.-    | 1234",
        "1,234,567.- | 1234567",
        "-3.-       | -3",
        "−0.78      | -0.78",
        "1 234.5    | 1234.5",
        "1\u00a0234\u00a0567 | 1234567",
        "12\u202f345 | 12345",
        "1'234.5    | 1234.5",
        "12,34,676  | 1234676",
        "'37.4      | 37.4",
        "=\"27.5\" | 27.5",
        "1,234.56 EUR | 1234.56",
        "1.25D+02   | 125",
        "-4.D-01    | -0.4",
      })
  void numbers_in_other_notations_are_numbers(String cell, double value) throws IOException {
    DataFile file = read(List.of(cell, cell));

    assertThat(file.table().column("x").numbers()).containsExactly(value, value);
    assertThat(file.notes()).singleElement().asString().contains("\"" + cell + "\" as ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"12 34", "1 2345", "01 234", "%", "$", "5 kg", "--5", "(5", "-5-", "$5%", "XYZ 5"})
  void what_is_no_number_is_text(String cell) throws IOException {
    assertThat(read(List.of(cell, cell)).table().column("x")).isInstanceOf(TextColumn.class);
  }

  @Test
  void a_mark_at_the_end_says_that_those_in_front_separate_thousands() throws IOException {
    Path json = Files.writeString(folder.resolve("t.jsonl"), "{\"x\": \"1.234,-\"}\n".repeat(2));
    DataFile file = TableReader.read(json);
    assertThat(file.table().column("x")).isInstanceOf(TextColumn.class);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("\"1.234,-\" in ", "a number with a decimal comma?");
    assertThat(read(List.of("1.234,-", "2,5")).table().column("x").numbers())
        .containsExactly(1234, 2.5);
  }

  @Test
  void blanks_and_a_currency_show_a_decimal_comma_too() throws IOException {
    DataFile file = read(List.of("1\u00a0340,00", "8 470,50"));
    assertThat(file.table().column("x").numbers()).containsExactly(1340, 8470.5);
    assertThat(read(List.of("1.340,00 €", "12,5 €")).table().column("x").numbers())
        .containsExactly(1340, 12.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 20})
  void one_cell_of_another_kind_is_missing_and_named_wherever_it_is(int at) throws IOException {
    DataFile file = read(with(numbers(20), "kg", at));

    double[] x = file.table().column("x").numbers();
    assertThat(x).hasSize(21);
    assertThat(x[at]).isNaN();
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("column \"x\" is read as numbers", "1 of 21 cells is not a number")
        .contains("\"kg\" in " + folder.resolve("t.csv") + ", line " + (at + 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", ".", "--", "none", "None", "n.a.", "#DIV/0!", "NaT", "\\N", "–"})
  void an_unknown_spelling_of_a_missing_number_is_missing_and_named(String gap) throws IOException {
    for (List<String> cells : List.of(List.of(gap, "1", "2"), List.of("1", gap, "2"))) {
      DataFile file = read(cells);
      assertThat(file.table().column("x").missingCells()).isEqualTo(1);
      assertThat(file.table().column("x")).isInstanceOf(NumericColumn.class);
      assertThat(file.notes()).singleElement().asString().contains("counts as missing");
    }
  }

  /** The kind of a column is that of its cells, not of their order. */
  @Test
  void the_order_of_rows_does_not_matter() throws IOException {
    List<String> cells = numbers(60);
    cells.addAll(List.of("m", "?", "-", "x", "−3", "12"));
    Random random = new Random(4);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(cells, random);
      Column x = read(cells).table().column("x");
      assertThat(x).isInstanceOf(NumericColumn.class);
      assertThat(x.missingCells()).isEqualTo(4);
    }
  }

  @Test
  void a_column_with_many_other_cells_is_text_and_named() throws IOException {
    List<String> cells = numbers(20);
    cells.addAll(List.of("red", "green"));
    for (int i = 0; i < 5; i++) {
      Collections.shuffle(cells, new Random(i));
      DataFile file = read(cells);
      assertThat(file.table().column("x")).isInstanceOf(TextColumn.class);
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("is read as text: 2 of its cells are not numbers", "\"red\" in ");
    }
  }

  @Test
  void categories_with_a_few_numbers_are_texts() throws IOException {
    List<String> cells = List.of("red", "green", "-", "7", "blue", "red", "8");
    DataFile file = read(cells);
    assertThat(file.table().column("x").texts().dictionary())
        .containsExactly("red", "green", "-", "7", "blue", "8");
    assertThat(file.notes()).isEmpty();
  }

  @Test
  void marks_that_separate_thousands_in_a_few_cells_do_so_in_all() throws IOException {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      cells.addAll(List.of(String.valueOf(500 + i), "3.%s".formatted(500 + i)));
    }
    cells.addAll(List.of("1.234.567", "2.345.678"));
    DataFile grouped = read(cells);
    assertThat(grouped.table().column("x")).isInstanceOf(TextColumn.class);
    assertThat(grouped.notes()).singleElement().asString().contains("read as text", "1.234.567");
    // Here it is a decimal mark, and two cells are no numbers.
    cells.add("3.5");
    assertThat(read(cells).table().column("x").missingCells()).isEqualTo(2);
  }

  @Test
  void numbers_of_different_units_are_text() throws IOException {
    assertThat(read(List.of("5%", "6%", "0.07")).notes())
        .singleElement()
        .asString()
        .contains("is read as text", "another unit", "\"%\"", "none");
    assertThat(read(List.of("$5", "€6", "$7")).notes())
        .singleElement()
        .asString()
        .contains("is read as text", "another unit");
    assertThat(read(List.of("5%", "6%", "0")).table().column("x").numbers())
        .containsExactly(5, 6, 0);
  }

  @Test
  void thousands_that_may_be_decimals_are_text_until_the_mark_is_set() throws IOException {
    List<String> cells = new ArrayList<>(Collections.nCopies(50, "12.5"));
    cells.add("1,234");
    Column alone = read(cells).table().column("x");
    assertThat(alone).isInstanceOf(NumericColumn.class);
    assertThat(alone.missing(50)).isTrue();
    cells.addAll(List.of("1,235", "1,236"));
    DataFile file = read(cells);
    assertThat(file.table().column("x")).isInstanceOf(TextColumn.class);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("\"1,234\" in ", "line 52", "data.decimal");

    TableFormat points =
        new TableFormat(
            CellSeparator.AUTO,
            DecimalMark.POINT,
            HeaderRule.AUTO,
            TextEncoding.AUTO,
            0,
            TableFormat.MISSING);
    assertThat(read(cells, points).table().column("x").numbers()[50]).isEqualTo(1234);
  }

  @Test
  void a_number_that_is_too_large_is_reported_beside_other_cells() {
    assertThatThrownBy(() -> read(List.of("-", "1", "1e99", "2")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 4, column \"x\": \"1e99\" (expected: a number of magnitude");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5%", "$5", "3,5", "1,234", "kg"})
  void one_number_of_another_notation_is_missing_and_named(String other) throws IOException {
    for (int at : List.of(0, 5, 20)) {
      DataFile file = read(with(numbers(20), other, at));
      assertThat(file.table().column("x").numbers()[at]).isNaN();
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("is read as numbers", "\"" + other + "\" in ", "line " + (at + 2));
    }
  }

  @Test
  void one_number_without_the_unit_of_the_others_is_missing_and_named() throws IOException {
    List<String> percentages = IntStream.range(1, 21).mapToObj(i -> i + "%").toList();
    DataFile file = read(with(percentages, "0.5", 3));
    assertThat(file.table().column("x").numbers()[3]).isNaN();
    assertThat(file.notes().get(0)).contains("is not a number in %", "\"0.5\" in ", "line 5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "36.5 kg   | 37.25 kg  | numbers with the unit \"kg\"",
        "36.5kg    | 37.25kg   | numbers with the unit \"kg\"",
        "20.5 °C   | 21 °C     | numbers with the unit \"°C\"",
        "113.0 m2  | 20.5 m2   | numbers with the unit \"m2\"",
        "12 km/h   | 15 km/h   | numbers with the unit \"km/h\"",
        "3 m s-1   | 4.5 m s-1 | numbers with the unit \"m s-1\"",
        "120 sq ft | 95 sq ft  | numbers with the unit \"sq ft\"",
        "1.20 €/kg | 3 €/kg    | numbers with the unit \"€/kg\"",
        "5 /µl     | 7 /µl     | numbers with the unit \"/µl\"",
        "0x1F      | 0xa0      | numbers as programs write them",
        "1_000     | 2_500     | numbers as programs write them",
        "<13       | <14       | numbers with a mark",
        "99+       | 105+      | numbers with a mark",
        "29.5k     | 30k       | numbers with a letter for thousands or more",
        "28-Jan-99 | 29-Jan-99 | dates with two digits for the year",
        "28.01.99  | 29.01.99  | dates with two digits for the year",
        "1999-01   | 1999-02   | months without a day",
        "1999Q1    | 1999Q2    | quarters",
        "1999-W01  | 1999-W02  | quarters or weeks",
        "3.1x10^2  | 3.2x10^2  | numbers with a power of ten",
        "5.3±0.2   | 5.4±0.2   | numbers with their errors",
        "5.5‰      | 6 ‰       | numbers with the unit \"‰\"",
        "７９      | ８６      | numbers in other digits than 0 to 9",
        "5. März 2020 | 6. März 2020 | dates with the month in words",
        "2024-08-17T10:00 Europe/Vienna | 2024-08-18T10:00 Europe/Vienna | times with the name of a"
            + " zone",
      })
  void what_looks_like_numbers_or_dates_stays_text_and_is_named(
      String cell, String other, String what) throws IOException {
    DataFile file = read(List.of(cell, other, cell, other));
    assertThat(file.table().column("x")).isInstanceOf(TextColumn.class);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("look like " + what, "\"" + cell + "\" in ", "line 2");
  }

  @Test
  void numbers_with_units_are_named_beside_missing_cells_and_with_all_their_units()
      throws IOException {
    List<String> cells = new ArrayList<>();
    for (int i = 1; i < 30; i++) {
      cells.add(i % 3 == 0 ? "-" : i % 3 == 1 ? i + ".5 kg" : 100 * i + " g");
    }
    assertThat(read(cells).notes())
        .singleElement()
        .asString()
        .contains("look like numbers with the unit \"g\" or \"kg\"", "\"1.5 kg\" in ");
    assertThat(read(List.of("1 g", "2 kg", "1 kg", "2 g")).notes()).isEmpty();
  }

  @Test
  void long_texts_are_no_numbers_with_units() throws IOException {
    String digits = "1".repeat(97);
    assertThat(read(List.of(digits + " kg", "2" + digits.substring(1) + " kg")).notes())
        .singleElement()
        .asString()
        .contains("look like numbers with the unit");
    assertThat(read(List.of(digits + "1 kg", digits + "2 kg")).notes()).isEmpty();
  }

  @Test
  void many_fractions_are_named_and_a_few_are_categories() throws IOException {
    List<String> cells =
        new ArrayList<>(IntStream.range(1, 13).mapToObj(i -> i + "/" + 16).toList());
    assertThat(read(cells).notes())
        .singleElement()
        .asString()
        .contains("look like numbers with a slash");
    assertThat(read(cells.subList(0, 4)).notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"A1", "12b-7", "north", "R2D2", "'007", "=\"00501\""})
  void other_texts_need_no_note(String cell) throws IOException {
    DataFile file = read(List.of(cell, cell + "x", cell, cell));
    assertThat(file.table().column("x")).isInstanceOf(TextColumn.class);
    assertThat(file.notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'1.5  2', blanks", "1^2, ^", "1 ^ 2 ^ 3, ^", "1 ~ 2 ~ 3, ~"})
  void one_column_that_looks_like_several_is_named(String row, String separator)
      throws IOException {
    Path file = Csv.file(folder, "x\n" + row + "\n" + row + "\n");
    assertThat(TableReader.read(file, ColumnSelection.all()).notes())
        .anyMatch(note -> note.contains("one column, whose cells look separated by " + separator));
    for (String plain : List.of("1 234", "north 5", "2024-01-01 10:00")) {
      assertThat(
              TableReader.read(Csv.file(folder, "x\n" + plain + "\n"), ColumnSelection.all())
                  .notes())
          .noneMatch(note -> note.contains("one column"));
    }
  }

  @Test
  void predictions_read_the_same_notations() throws IOException {
    ColumnSelection.Typed columns =
        new ColumnSelection.Typed(List.of("x", "when"), Map.of("when", ColumnReading.DATE));
    Path file =
        Csv.file(
            folder, "x;when\n\"1 234.00\";Jun 12 1998\n(5.5);1998-06-13\n-;0000-00-00\n−12;x\n");
    try (TableBlocks blocks = TableReader.blocks(file, columns, TableFormat.AUTO, 10)) {
      Table table = blocks.next().orElseThrow();
      assertThat(table.column("x").numbers()).containsExactly(1234, -5.5, Double.NaN, -12);
      TextColumn when = table.column("when").texts();
      assertThat(IntStream.range(0, 4).mapToObj(when::text))
          .containsExactly("1998-06-12", "1998-06-13", "", "x");
    }
    for (String mixed : List.of("$5;;€6", "5%;;6", "5;;6%")) {
      String[] both = mixed.split(";;", -1);
      Path units =
          Csv.file(folder, "x;when\n%s;1998-06-12\n%s;1998-06-12\n".formatted(both[0], both[1]));
      try (TableBlocks blocks = TableReader.blocks(units, columns, TableFormat.AUTO, 10)) {
        assertThatThrownBy(blocks::next)
            .isInstanceOf(InputException.class)
            .hasMessageContaining("line 3, column \"x\": \"" + both[1] + "\" (expected: a number");
      }
    }
    Path words = Csv.file(folder, "x;when\nabc;1998-06-12\n");
    try (TableBlocks blocks = TableReader.blocks(words, columns, TableFormat.AUTO, 10)) {
      assertThatThrownBy(blocks::next)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("\"abc\" (expected: a number)");
    }
  }

  private static final String MEASURED = "2024-03-01;12.5;3\n2024-03-02;11;4\n2024-03-03;-;5\n";

  @ParameterizedTest
  @ValueSource(strings = {"yyyy-mm-dd;°C;kg", ";°C;kg", "-;°C;", ";[m/s];%"})
  void a_row_of_units_is_left_out_and_named(String units) throws IOException {
    Path path = Csv.file(folder, "day;a;b\n" + units + "\n" + MEASURED);
    DataFile file = TableReader.read(path, ColumnSelection.all());
    assertThat(file.table().rows()).isEqualTo(3);
    assertThat(file.table().column("b").numbers()).containsExactly(3, 4, 5);
    assertThat(file.table().place(0)).endsWith("line 3");
    assertThat(file.notes().get(0)).contains(path + ", line 2: a row of units, left out");

    ColumnSelection.Typed columns = new ColumnSelection.Typed(List.of("b"), Map.of());
    try (TableBlocks blocks = TableReader.blocks(path, columns, TableFormat.AUTO, 10)) {
      assertThat(blocks.next().orElseThrow().column("b").numbers()).containsExactly(3, 4, 5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-02-29;-;-", "x;kg;m", ";;", ";low;5"})
  void a_row_of_data_is_no_row_of_units(String row) throws IOException {
    Path path = Csv.file(folder, "day;a;b\n" + row + "\n" + MEASURED);
    assertThat(TableReader.read(path, ColumnSelection.all()).table().rows()).isEqualTo(4);
  }
}

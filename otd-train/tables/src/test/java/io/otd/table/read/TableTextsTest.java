// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Table;
import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The texts of a table that a program made mean what those of a file mean. */
class TableTextsTest {
  private final List<String> notes = new ArrayList<>();

  private static Table table(String... cells) {
    return Table.ofMaps(
        IntStream.range(0, cells.length)
            .mapToObj(i -> Map.<String, Object>of("x", cells[i], "y", i))
            .toList());
  }

  private Table read(Table table) {
    return TableReader.texts(table, ColumnSelection.all(), notes::add);
  }

  private Table read(Table table, ColumnReading reading, String unit) {
    ColumnSelection.Typed known =
        new ColumnSelection.Typed(
            List.of("x", "y"), Set.of(), Map.of("x", reading), Map.of("x", unit, "y", ""));
    return TableReader.texts(table, known, notes::add);
  }

  @Test
  void texts_with_a_unit_are_numbers_in_it() {
    Table read = read(table("$5", "$1,234.50", "($2.00)", "$7", ""));
    assertThat(read.column("x").numbers()).containsExactly(5, 1234.5, -2, 7, Double.NaN);
    assertThat(notes)
        .singleElement()
        .asString()
        .contains("column \"x\" is read as numbers, \"$5\" as 5");
  }

  @Test
  void a_number_beside_texts_with_a_unit_is_one_of_another_unit() {
    Table mixed = Table.ofMaps(List.of(Map.of("x", "5%"), Map.of("x", "7.5%"), Map.of("x", 3)));
    assertThat(read(mixed).column("x").firstText()).isPresent();
    assertThat(notes).singleElement().asString().contains("another unit than others (\"%\", none)");
  }

  @Test
  void for_a_model_they_are_what_its_column_is() {
    Table read = read(table("$5", "$ 1,234.50", "7", "-"), ColumnReading.NUMBER, "$");
    assertThat(read.column("x").numbers()).containsExactly(5, 1234.5, 7, Double.NaN);
    assertThat(read(table("Jun 12 1998"), ColumnReading.DATE, "").column("x").texts().text(0))
        .isEqualTo("1998-06-12");
    assertThat(read(table("012"), ColumnReading.CODE, "").column("x").texts().text(0))
        .isEqualTo("12");
    assertThat(read(table("012"), ColumnReading.TEXT, "").column("x").texts().text(0))
        .isEqualTo("012");
    assertThat(notes).isEmpty();
  }

  @Test
  void another_unit_than_the_models_is_an_error_with_its_row() {
    assertThatThrownBy(() -> read(table("$5", "5 EUR", "x"), ColumnReading.NUMBER, "$"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "row 2, column \"x\": \"5 EUR\" (expected: a number in $, as in training); and 1 more in"
                + " this column");
  }

  @Test
  void dates_in_words_are_dates_and_words_stay_texts() {
    Table read = read(table("Jun 12 1998", "12 June 1999", "2000-01-01"));
    assertThat(read.column("x").texts().text(1)).isEqualTo("1999-06-12");
    Table words = table("red", "12", "green");
    assertThat(read(words).column("x")).isSameAs(words.column("x"));
  }
}

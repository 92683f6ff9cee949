// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObjectColumnsTest {
  private enum Zone {
    NORTH,
    SOUTH
  }

  private record House(
      double size, Optional<Integer> rooms, Zone zone, boolean garden, LocalDate built) {}

  private static TextColumn texts(Table table, String name) {
    return (TextColumn) table.column(name);
  }

  @Test
  void records_become_a_column_for_each_component() {
    Table table =
        Table.ofRecords(
            List.of(
                new House(80.5, Optional.of(3), Zone.NORTH, true, LocalDate.of(1990, 3, 1)),
                new House(120, Optional.empty(), Zone.SOUTH, false, LocalDate.of(2004, 12, 31))));

    assertThat(table.names()).containsExactly("size", "rooms", "zone", "garden", "built");
    assertThat(table.column("size").numbers()).containsExactly(80.5, 120);
    assertThat(table.column("rooms").numbers()).containsExactly(3, Double.NaN);
    assertThat(texts(table, "zone").dictionary()).containsExactly("NORTH", "SOUTH");
    assertThat(texts(table, "garden").text(1)).isEqualTo("false");
    assertThat(texts(table, "built").text(0)).isEqualTo("1990-03-01");
  }

  @Test
  void a_key_absent_from_a_row_is_a_missing_cell() {
    Table table =
        Table.ofMaps(List.of(Map.of("a", 1), Map.of("b", "x"), Map.of("a", 2.5f, "b", " ")));

    assertThat(table.column("a").numbers()).containsExactly(1, Double.NaN, 2.5);
    assertThat(texts(table, "b").codes()).containsExactly(-1, 0, -1);
  }

  @Test
  void numbers_beside_texts_are_texts() {
    Table table =
        Table.ofMaps(List.of(Map.of("a", 1), Map.of("a", "$2.50"), Map.of("a", 1e-5), Map.of()));
    assertThat(texts(table, "a").dictionary()).containsExactly("1", "$2.50", "1.0E-5");
    assertThat(table.column("a").missing(3)).isTrue();
  }

  @Test
  void whole_numbers_beyond_a_double_are_texts_also_where_the_last_rows_lack_the_column() {
    Table table = Table.ofMaps(List.of(Map.of("id", 9007199254740993L), Map.of("b", 1)));
    assertThat(texts(table, "id").dictionary()).containsExactly("9007199254740993");
    assertThat(table.rows()).isEqualTo(2);
  }

  @Test
  void arrays_of_numbers_become_columns() {
    Table table = Table.of(List.of("a", "b"), new double[][] {{1, 2}, {3, Double.NaN}});

    assertThat(table.column("b").numbers()).containsExactly(2, Double.NaN);
    assertThatThrownBy(() -> Table.of(List.of("a", "b"), new double[][] {{1, 2}, {3}}))
        .isInstanceOf(InputException.class)
        .hasMessage("row 2: 1 value (expected: 2, one a column)");
  }

  @Test
  void builds_a_table_from_columns() {
    Table table =
        Table.of(
            NumericColumn.of("a", 1, 2), TextColumn.of("b", "x", ""), NumericColumn.of("y", 3, 4));

    assertThat(table.rows()).isEqualTo(2);
    assertThat(table.column("b").missingCells()).isOne();
    assertThat(table.column("y").numbers()).containsExactly(3, 4);
  }

  @Test
  void a_cell_that_fits_no_column_is_reported_with_its_row() {
    assertThatThrownBy(() -> Table.ofMaps(List.of(Map.of("a", List.of()))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1, column \"a\": a java.util.")
        .hasMessageContaining("expected: a number, text, boolean, enum or time");
    assertThatThrownBy(() -> Table.ofMaps(List.of(Map.of("a", 1e39))))
        .hasMessageContaining("1.0E39 (expected: a number of magnitude at most 3.4e38)");
    assertThatThrownBy(
            () ->
                Table.ofRecords(
                    List.of(
                        new House(1, Optional.empty(), Zone.NORTH, true, LocalDate.EPOCH),
                        new Other(1))))
        .hasMessage("row 2: a Other (expected: a House, as the first row)");
  }

  private record Other(int a) {}
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Column;
import io.otd.table.StoredColumn;
import io.otd.table.TextColumn;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The unit of a column's numbers, in memory, in a file, and as a model expects it. */
class UnitOfNumbersTest {
  @TempDir Path folder;

  /** More than are held in memory at least. */
  private static final int ROWS = 70_000;

  private Path percentages(int rows) throws IOException {
    return Csv.file(
        folder,
        "x\n" + IntStream.range(0, rows).mapToObj(i -> i + "%\n").collect(Collectors.joining()));
  }

  @Test
  void a_column_has_the_unit_of_its_cells() throws IOException {
    Column x = TableReader.read(percentages(30)).table().column("x");
    assertThat(x.unit()).isEqualTo("%");
    assertThat(x.at(new int[] {3, 5}).unit()).isEqualTo("%");
    assertThat(TableReader.read(Csv.file(folder, "x\n1\n2\n")).table().column("x").unit())
        .isEmpty();
  }

  @Test
  void so_has_a_column_that_is_kept_in_a_file() throws IOException {
    Column x =
        TableReader.read(
                TableAddress.file(percentages(ROWS)), ColumnSelection.all(), TableFormat.AUTO, 0)
            .table()
            .column("x");
    assertThat(x).isInstanceOf(StoredColumn.class);
    assertThat(x.unit()).isEqualTo("%");
    assertThat(x.at(new int[] {3, 5}).unit()).isEqualTo("%");
  }

  @ParameterizedTest
  @CsvSource({
    "%, 5%, 5",
    "%, 5, 5",
    "%, (5), -5",
    "%, 0%, 0",
    "'', 5, 5",
    "$, '$1,234.5', 1234.5",
    "$, 7, 7",
  })
  void a_model_reads_numbers_in_its_unit_or_without_one(String unit, String cell, double value)
      throws IOException {
    try (TableBlocks blocks = blocks(unit, cell)) {
      assertThat(blocks.next().orElseThrow().column("x").numbers()).containsExactly(value, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "%, $5, 'a number in %, as in training'",
    "'', 5%, 'a number without a unit, as in training'",
    "'', 0%, 'a number without a unit, as in training'",
    "$, €5, 'a number in $, as in training'",
    "%, abc, 'a number'",
  })
  void a_model_refuses_numbers_in_another_unit(String unit, String cell, String expected)
      throws IOException {
    try (TableBlocks blocks = blocks(unit, cell)) {
      assertThatThrownBy(blocks::next)
          .isInstanceOf(InputException.class)
          .hasMessageEndingWith(
              "line 2, column \"x\": \"%s\" (expected: %s)".formatted(cell, expected));
    }
  }

  private TableBlocks blocks(String unit, String cell) throws IOException {
    ColumnSelection.Typed columns =
        new ColumnSelection.Typed(List.of("x"), Set.of(), Map.of(), Map.of("x", unit));
    Path file = Csv.file(folder, "x\n\"%s\"\n1\n".formatted(cell));
    return TableReader.blocks(file, columns, TableFormat.AUTO, 10);
  }

  @Test
  void an_infinite_number_is_named_and_does_not_prevent_a_look_at_the_table() throws IOException {
    Path path = Csv.file(folder, "x;y\n1;a\n-inf;b\n3;c\n1e99;d\n");
    DataFile file = TableReader.read(path, ColumnSelection.toShow());
    assertThat(file.table().column("x").numbers()).containsExactly(1, Double.NaN, 3, Double.NaN);
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("line 3, column \"x\": \"-inf\" (expected: a finite number); and 1 more");
    assertThatThrownBy(
            () ->
                TableReader.read(Csv.file(folder, "x;y\n1\n2;b\n3;c\n"), ColumnSelection.toShow()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("1 value (expected: 2");
  }

  @Test
  void compact_dates_in_a_file_have_a_few_missing_ones_too() throws IOException {
    List<String> days =
        IntStream.range(0, ROWS)
            .mapToObj(i -> "199%s0%s1%s".formatted(i / 10 % 10, 1 + i % 9, i % 10))
            .toList();
    Path path = Csv.file(folder, "day\n" + String.join("\n", days) + "\n99999999\n");
    for (long memory : new long[] {0, Long.MAX_VALUE}) {
      DataFile file =
          TableReader.read(
              TableAddress.file(path), ColumnSelection.all(), TableFormat.AUTO, memory);
      Column day = file.table().column("day");
      assertThat(day).isNotInstanceOf(TextColumn.class);
      assertThat(day instanceof StoredColumn).isEqualTo(memory == 0);
      assertThat(day.missing(ROWS)).isTrue();
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("\"99999999\" in ", "line " + (ROWS + 2));
    }
  }
}

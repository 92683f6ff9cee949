// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.ByteMutations;
import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks have the same content as the whole table, and fail in the same way. */
class TableBlocksTest {
  private static final String CSV =
      """
      a;skip;"b, text";c
      1;;red;2,5

      2;x;;NA
      ;x;"gr ""ee"" n";-1,25e3
      4;x; "two
      lines" ;0,001
      5;x;red;7
      """;

  private static final String ARFF =
      """
      @relation r
      @attribute a integer
      @attribute skip {x,y}
      @attribute 'b, text' string
      @attribute c real
      @data
      1,x,'red',2.5
      % a comment
      {0 2, 2 green}

      ?,y,?,NA
      {}
      5,x,"red",7
      """;

  private static final ColumnSelection.Typed SELECTION =
      new ColumnSelection.Typed(
          List.of("a", "b, text", "c"), Map.of("b, text", ColumnReading.TEXT));

  @TempDir Path folder;

  private static List<Table> blocks(Path file, ColumnSelection.Typed selection, int rows)
      throws IOException {
    List<Table> tables = new ArrayList<>();
    try (TableBlocks blocks = TableReader.blocks(file, selection, TableFormat.AUTO, rows)) {
      for (var block = blocks.next(); block.isPresent(); block = blocks.next()) {
        tables.add(block.get());
      }
      assertThat(blocks.next()).as("the end stays the end").isEmpty();
    }
    return tables;
  }

  /** All cells as text, row by row, each row with its number. */
  private static List<String> cells(List<Table> tables) {
    List<String> cells = new ArrayList<>();
    for (Table table : tables) {
      for (int row = 0; row < table.rows(); row++) {
        StringBuilder line = new StringBuilder().append(table.number(row)).append(table.place(row));
        for (Column column : table.columns()) {
          line.append('|').append(column.name()).append('=').append(column.missing(row));
          line.append(column.texts().text(row));
        }
        cells.add(line.toString());
      }
    }
    return cells;
  }

  @Test
  void blocks_of_any_size_hold_the_cells_of_the_whole_table() throws IOException {
    for (String text : List.of(CSV, ARFF)) {
      Path file = Csv.file(folder, text);
      Table whole = TableReader.read(file, SELECTION, TableFormat.AUTO).table();
      assertThat(whole.rows()).isEqualTo(5);
      for (int rows = 1; rows <= 6; rows++) {
        List<Table> blocks = blocks(file, SELECTION, rows);
        assertThat(cells(blocks)).isEqualTo(cells(List.of(whole)));
        assertThat(blocks).hasSize((5 + rows - 1) / rows);
        assertThat(blocks.get(0).rows()).isEqualTo(Math.min(5, rows));
      }
    }
  }

  @Test
  void a_block_holds_only_its_own_texts() throws IOException {
    List<Table> blocks = blocks(Csv.file(folder, CSV), SELECTION, 2);
    assertThat(blocks.get(0).column("b, text").texts().dictionary()).containsExactly("red");
    assertThat(blocks.get(1).column("b, text").texts().dictionary())
        .containsExactly("gr \"ee\" n", "two\nlines");
    assertThat(blocks.get(2).column("b, text").texts().dictionary()).containsExactly("red");
  }

  @Test
  void all_problems_from_the_failing_block_on_are_reported_with_lines() throws IOException {
    Path file =
        Csv.file(folder, "x,y\n1,1\n2,2\n3,3\n4,4\n5,no\n6,6\n7\n8,8\n9,1e99\n10,inf\nno,11\n");
    ColumnSelection.Typed selection = new ColumnSelection.Typed(List.of("x", "y"), Map.of());
    try (TableBlocks blocks = TableReader.blocks(file, selection, TableFormat.AUTO, 2)) {
      assertThat(blocks.next()).isPresent();
      assertThat(blocks.next()).isPresent();
      assertThat(blocks.given()).isEqualTo(4);
      assertThatThrownBy(blocks::next)
          .isInstanceOfSatisfying(
              InputException.class,
              e ->
                  assertThat(e.problems())
                      .containsExactly(
                          file + ", line 8: 1 value (expected: 2, as many as columns)",
                          file + ", line 12, column \"x\": \"no\" (expected: a number)",
                          file
                              + ", line 6, column \"y\": \"no\" (expected: a number); and 2 more in"
                              + " this column"));
    }
  }

  @Test
  void missing_cell_spellings_take_precedence_over_numbers() throws IOException {
    TableFormat format =
        new TableFormat(
            CellSeparator.AUTO,
            DecimalMark.AUTO,
            HeaderRule.AUTO,
            TextEncoding.AUTO,
            0,
            List.of("-999"));
    Path file = Csv.file(folder, "x,y\n-999,1\n");
    try (TableBlocks blocks =
        TableReader.blocks(file, new ColumnSelection.Typed(List.of("x"), Map.of()), format, 2)) {
      assertThat(blocks.next().orElseThrow().column("x").missing(0)).isTrue();
    }
  }

  @Test
  void missing_rows_and_missing_columns_are_reported() throws IOException {
    ColumnSelection.Typed selection = new ColumnSelection.Typed(List.of("prize"), Map.of());
    Path file = Csv.file(folder, "price\n1\n");
    assertThatThrownBy(() -> TableReader.blocks(file, selection, TableFormat.AUTO, 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"prize\": not in the table", "did you mean \"price\"?");
    Path empty = Files.writeString(folder.resolve("empty.csv"), "prize\n");
    assertThatThrownBy(() -> blocks(empty, selection, 2))
        .isInstanceOf(InputException.class)
        .hasMessage(empty + ": no rows (expected: at least 1)");
  }

  @Test
  void corrupted_files_fail_as_when_read_whole() throws IOException {
    Path file = folder.resolve("t.csv");
    int refused = 0;
    for (int seed = 0; seed < 400; seed++) {
      String good = seed % 2 == 0 ? CSV : ARFF;
      Files.write(file, ByteMutations.of(good.getBytes(StandardCharsets.UTF_8), seed));
      List<String> whole;
      try {
        whole = cells(List.of(TableReader.read(file, SELECTION, TableFormat.AUTO).table()));
      } catch (InputException e) {
        whole = e.problems();
        refused++;
      }
      List<String> inBlocks;
      try {
        inBlocks = cells(blocks(file, SELECTION, 2));
      } catch (InputException e) {
        inBlocks = e.problems();
      }
      assertThat(inBlocks).as("seed %s", seed).isEqualTo(whole);
    }
    assertThat(refused).isBetween(50, 400);
  }

  @Test
  void bad_rows_are_recorded_by_their_index_in_the_block() throws IOException {
    Path file = Csv.file(folder, "a,b\n1,x\n2,y\n3,z\nfour,u\n5\n6,v,w\n");
    ColumnSelection.Typed selection =
        new ColumnSelection.Typed(List.of("b", "a"), Map.of("b", ColumnReading.TEXT));
    try (TableBlocks blocks = TableReader.blocksWithBadRows(file, selection, TableFormat.AUTO, 2)) {
      blocks.next();
      assertThat(blocks.badRows()).isEmpty();
      Table second = blocks.next().orElseThrow();
      assertThat(blocks.badRows())
          .containsExactly(
              Map.entry(1, file + ", line 5, column \"a\": \"four\" (expected: a number)"));
      assertThat(second.column("a").numbers()).containsExactly(3, Double.NaN);
      Table third = blocks.next().orElseThrow();
      assertThat(blocks.badRows())
          .containsEntry(0, file + ", line 6: 1 value (expected: 2, as many as columns)")
          .containsEntry(1, file + ", line 7: 3 values (expected: 2, as many as columns)");
      assertThat(third.column("b").missing(0)).isTrue();
      assertThat(third.column("b").texts().text(1)).isEqualTo("v");
    }
  }
}

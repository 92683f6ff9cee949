// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static io.otd.table.read.ListedTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.format.DecimalMark;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.problem.InputException;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceColumn.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source that declares its columns gives the same table as the same cells in a text file. */
class SourceReaderTest {
  private static final List<SourceColumn> COLUMNS =
      List.of(
          new SourceColumn("size", Kind.NUMBER, "DOUBLE"),
          new SourceColumn("colour", Kind.TEXT, "VARCHAR"),
          new SourceColumn("tags", Kind.OTHER, "VARCHAR[]"),
          new SourceColumn("code", Kind.NUMBER, "INTEGER"),
          new SourceColumn("typed", Kind.TEXT, "VARCHAR"));

  private static final List<List<?>> ROWS =
      List.of(
          row(1.5, " red ", "x", 7, "2.5"),
          row(null, "green", "x", 8, " "),
          row(-3, null, "x", null, "-1e3"));

  private static final ColumnSelection WITHOUT_TAGS = new ColumnSelection.Except(Set.of("tags"));

  private static final ColumnSelection.Typed MODEL =
      new ColumnSelection.Typed(
          List.of("size", "colour", "code", "typed"),
          Map.of("colour", ColumnReading.TEXT, "code", ColumnReading.TEXT));

  @TempDir Path folder;

  private static ListedTable listed(List<List<?>> rows) {
    return new ListedTable(COLUMNS, List.of(), rows);
  }

  private static DataFile read(ListedTable source) throws IOException {
    return SourceReader.read("t", source, WITHOUT_TAGS);
  }

  private static List<String> cells(Table table) {
    List<String> cells = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      StringBuilder line = new StringBuilder(table.place(row));
      for (Column column : table.columns()) {
        line.append('|').append(column.missing(row) ? "-" : column.texts().text(row));
      }
      cells.add(line.toString());
    }
    return cells;
  }

  @Test
  void cells_have_the_types_the_source_declares() throws IOException {
    Table table = read(listed(ROWS)).table();

    assertThat(table.columns())
        .extracting(Column::name)
        .containsExactly("size", "colour", "code", "typed");
    assertThat(table.numbers("size")).containsExactly(1.5, Double.NaN, -3);
    assertThat(cells(table))
        .containsExactly(
            "row 1 of t|1.5|red|7|2.5", "row 2 of t|-|green|8|-", "row 3 of t|-3|-|-|-1000");
  }

  @Test
  void a_selection_may_read_numbers_as_text_and_text_as_numbers() throws IOException {
    Table table = SourceReader.read("t", listed(ROWS), MODEL).table();

    assertThat(table.numbers("typed")).containsExactly(2.5, Double.NaN, -1000);
    assertThat(table.column("code").texts().dictionary()).containsExactly("7", "8");
  }

  @Test
  void blocks_hold_the_same_cells_as_the_whole_table() throws IOException {
    ListedTable source = listed(ROWS);
    List<String> cells = new ArrayList<>();
    try (TableBlocks blocks =
        SourceReader.blocks("t", source, MODEL, DecimalMark.AUTO, 2, Optional.empty())) {
      for (var block = blocks.next(); block.isPresent(); block = blocks.next()) {
        assertThat(block.get().rows()).isLessThanOrEqualTo(2);
        assertThat(blocks.badRows()).isEmpty();
        cells.addAll(cells(block.get()));
      }
      assertThat(blocks.given()).isEqualTo(3);
      assertThat(blocks.next()).as("the end stays the end").isEmpty();
    }
    assertThat(source.closed()).isTrue();
    assertThat(cells)
        .containsExactlyElementsOf(cells(SourceReader.read("t", listed(ROWS), MODEL).table()));
  }

  @Test
  void an_unsupported_column_type_is_reported_and_the_source_closed() {
    assertThatThrownBy(() -> SourceReader.read("t", listed(ROWS), ColumnSelection.all()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("t, column \"tags\": VARCHAR[] (expected: numbers, texts, booleans");
    ListedTable source = listed(ROWS);
    ColumnSelection.Typed tags =
        new ColumnSelection.Typed(List.of("tags"), Map.of("tags", ColumnReading.TEXT));
    assertThatThrownBy(
            () -> SourceReader.blocks("t", source, tags, DecimalMark.AUTO, 2, Optional.empty()))
        .isInstanceOf(InputException.class);
    assertThat(source.closed()).isTrue();
  }

  @Test
  void a_source_without_rows_or_columns_is_refused() {
    assertThatThrownBy(() -> read(listed(List.of())))
        .isInstanceOf(InputException.class)
        .hasMessage("t: no rows (expected: at least 1)");
    ColumnSelection none =
        new ColumnSelection.Except(Set.of("size", "colour", "tags", "code", "typed"));
    assertThatThrownBy(() -> SourceReader.read("t", listed(ROWS), none))
        .isInstanceOf(InputException.class)
        .hasMessage("t: no column to read (expected: at least 1)");
  }

  @Test
  void non_numeric_cells_are_counted_per_column() {
    List<List<?>> rows =
        List.of(
            row(1e300, "red", "x", 7, "2,5"),
            row(1, "red", "x", 7, "many"),
            row(-1e39, "red", "x", 7, "3"));
    for (int block : new int[] {1, 8}) {
      assertThatThrownBy(
              () -> {
                try (TableBlocks blocks =
                    SourceReader.blocks(
                        "t", listed(rows), MODEL, DecimalMark.AUTO, block, Optional.empty())) {
                  blocks.next();
                }
              })
          .isInstanceOfSatisfying(
              InputException.class,
              e ->
                  assertThat(e.problems())
                      .containsExactly(
                          "row 1 of t, column \"size\": \"1.0E300\" (expected: a number of magnitude"
                              + " at most 3.4e38); and 1 more in this column",
                          "row 1 of t, column \"typed\": \"2,5\" (expected: a number with a decimal"
                              + " point); and 1 more in this column"));
    }
  }

  @Test
  void a_lenient_reader_reports_bad_rows_block_by_block() throws IOException {
    List<List<?>> rows =
        List.of(
            row(1, "red", "x", 7, "2"),
            row(1e300, "red", "x", 7, "many"),
            row(1, "red", "x", 7, "some"));
    try (TableBlocks blocks =
        SourceReader.blocks(
            "t", listed(rows), MODEL, DecimalMark.AUTO, 2, Optional.of(new RowProblems()))) {
      Table first = blocks.next().orElseThrow();
      assertThat(first.numbers("size")).containsExactly(1, Double.NaN);
      assertThat(blocks.badRows())
          .containsExactlyEntriesOf(
              Map.of(
                  1,
                  "row 2 of t, column \"size\": \"1.0E300\" (expected: a number of magnitude at most"
                      + " 3.4e38)"));
      assertThat(blocks.next()).isPresent();
      assertThat(blocks.badRows())
          .containsExactlyEntriesOf(
              Map.of(0, "row 3 of t, column \"typed\": \"some\" (expected: a number)"));
    }
  }

  @Test
  void the_digest_of_a_table_without_files_depends_on_every_readable_cell() throws IOException {
    String digest = read(listed(ROWS)).sha256();

    assertThat(read(listed(ROWS)).sha256()).isEqualTo(digest);
    List<List<?>> others =
        List.of(
            row(1.5, "red ", "x", 7, "2.5"),
            row(1.25, " red ", "x", 7, "2.5"),
            row(1.5, null, "x", 7, "2.5"));
    for (List<?> other : others) {
      assertThat(read(listed(List.of(other, ROWS.get(1), ROWS.get(2)))).sha256())
          .isNotEqualTo(digest);
    }
  }

  @Test
  void the_digest_of_a_file_based_table_is_that_of_its_files() throws IOException {
    Path one = Files.writeString(folder.resolve("1.parquet"), "one");
    Path two = Files.writeString(folder.resolve("2.parquet"), "two");

    // printf one | sha256sum
    assertThat(read(new ListedTable(COLUMNS, List.of(one), ROWS)).sha256())
        .isEqualTo("7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed");
    // printf one | openssl dgst -sha256 -binary, then the same of two, both hashed again
    assertThat(read(new ListedTable(COLUMNS, List.of(one, two), ROWS)).sha256())
        .isEqualTo("11914c19a28a98c57d12f3cce6c32b7944784f4b4781a706c24eb1dc284e2856");
  }
}

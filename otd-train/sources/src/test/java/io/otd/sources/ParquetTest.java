// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.FileDigest;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnReading;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableBlocks;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files as tables, and their cells. */
class ParquetTest {
  @TempDir private Path folder;

  private Path written(String query) throws Exception {
    return EngineFile.parquet(folder.resolve("t.parquet"), query);
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = (TextColumn) table.column(column);
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @Test
  void reads_every_numeric_type_as_numbers() throws Exception {
    Table table =
        TableReader.read(
                written(
                    "select * from (values (1::tinyint, 2::usmallint, 3::integer, 4::bigint,"
                        + " 5::hugeint, 6.25::decimal(9, 2), 0.1::float, 0.1::double),"
                        + " (null, null, null, null, null, null, null, 'nan'::double))"
                        + " t(a, b, c, d, e, f, g, h)"))
            .table();

    assertThat(table.columns()).allMatch(NumericColumn.class::isInstance);
    assertThat(table.columns().stream().map(c -> c.numbers()[0]).toList())
        .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.25, (double) 0.1f, 0.1);
    assertThat(table.columns()).allMatch(c -> c.missing(1));
  }

  @Test
  void reads_dates_and_times_in_forms_accepted_as_inputs() throws Exception {
    Table table =
        TableReader.read(
                written(
                    "select date '2024-03-31' as d, timestamp '2024-03-31 02:30:15.25' as t,"
                        + " timestamptz '2024-03-31 02:30:00+02' as z, time '01:00:30.5' as c"))
            .table();

    assertThat(texts(table, "d")).containsExactly("2024-03-31");
    // The local time zone is not used: some zones skip this hour.
    assertThat(texts(table, "t")).containsExactly("2024-03-31T02:30:15.25");
    assertThat(texts(table, "z")).containsExactly("2024-03-31T00:30:00Z");
    assertThat(table.numbers("c")).containsExactly(3630.5);
    assertThat(table.column("d").summary().kind()).isEqualTo("date");
    assertThat(table.column("z").summary().kind()).isEqualTo("date");
  }

  @Test
  void reads_booleans_strings_enums_and_uuids_as_text() throws Exception {
    Table table =
        TableReader.read(
                written(
                    "select * from (values (true, '01', 'red'::enum('red', 'blue'),"
                        + " '8c1f6a4e-0000-4000-8000-000000000001'::uuid), (false, '  ', null,"
                        + " null)) t(b, w, e, u)"))
            .table();

    assertThat(texts(table, "b")).containsExactly("true", "false");
    assertThat(texts(table, "w")).containsExactly("01", "");
    assertThat(texts(table, "e")).containsExactly("red", "");
    assertThat(texts(table, "u")).containsExactly("8c1f6a4e-0000-4000-8000-000000000001", "");
  }

  @Test
  void a_number_read_as_text_keeps_all_its_digits() throws Exception {
    Path file = written("select 9007199254740993 as id, 2.0 as whole, 2.5 as half");

    Table table =
        TableReader.read(
                file,
                new ColumnSelection.Except(
                    Set.of(),
                    Set.of(),
                    Map.of(
                        "id",
                        ColumnReading.TEXT,
                        "whole",
                        ColumnReading.TEXT,
                        "half",
                        ColumnReading.TEXT),
                    false))
            .table();

    assertThat(texts(table, "id")).containsExactly("9007199254740993");
    assertThat(texts(table, "whole")).containsExactly("2");
    assertThat(texts(table, "half")).containsExactly("2.5");
  }

  @Test
  void whole_numbers_that_a_double_does_not_hold_are_texts() throws Exception {
    Path file =
        written(
            "select x::bigint as b, x::ubigint as u, x::decimal(30, 0) as d,"
                + " x::decimal(30, 2) as money, x::double as r from (values (7),"
                + " (1000000000000000001), (null)) t(x)");

    DataFile data = TableReader.read(file);

    for (String name : List.of("b", "u", "d")) {
      assertThat(texts(data.table(), name)).containsExactly("7", "1000000000000000001", "");
    }
    assertThat(data.table().numbers("r")).containsExactly(7, 1e18, Double.NaN);
    assertThat(data.table().numbers("money")).containsExactly(7, 1e18, Double.NaN);
    Table queried =
        TableReader.read(
                TableAddress.query("select 170141183460469231731687303715884105727::hugeint as h"),
                ColumnSelection.all(),
                TableFormat.AUTO)
            .table();
    assertThat(texts(queried, "h")).containsExactly("170141183460469231731687303715884105727");
    assertThat(data.notes())
        .contains(
            "row 2 of %s, column \"b\": \"1000000000000000001\" has more digits than numbers keep, so the column is read as texts (columns.numeric reads numbers)"
                .formatted(file));
  }

  @Test
  void a_list_column_is_rejected_by_name_unless_excluded() throws Exception {
    Path file = written("select 1 as y, [1, 2] as parts");

    assertThatThrownBy(() -> TableReader.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("t.parquet, column \"parts\": ")
        .hasMessageContaining("[] (expected: numbers, texts, booleans, dates or times");
    assertThat(TableReader.read(file, new ColumnSelection.Except(Set.of("parts"))).table().names())
        .containsExactly("y");
  }

  @Test
  void an_unrepresentable_number_is_reported_with_its_row() throws Exception {
    Path file = written("select * from (values (1.0::double), ('inf'::double), (1e300)) t(x)");

    assertThatThrownBy(() -> TableReader.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "row 2 of %s, column \"x\": \"Infinity\" (expected: a finite number); and 1 more in this column"
                .formatted(file));
  }

  @Test
  void the_digest_of_a_file_is_computed_from_its_bytes() throws Exception {
    Path file = written("select 1 as y");

    DataFile data = TableReader.read(file);

    assertThat(data.sha256()).isEqualTo(FileDigest.of(file).sha256());
    assertThat(data.name()).isEqualTo(file.toString());
    assertThat(data.table().place(0)).isEqualTo("row 1 of " + file);
  }

  @Test
  void a_broken_file_is_named() throws Exception {
    Path file = written("select range as y from range(1000)");
    byte[] bytes = Files.readAllBytes(file);
    Path cut = Files.write(folder.resolve("cut.parquet"), java.util.Arrays.copyOf(bytes, 200));

    assertThatThrownBy(() -> TableReader.read(cut))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cut.parquet");

    Path garbage =
        Files.writeString(
            folder.resolve("garbage.parquet"), "PAR1" + "garbage".repeat(50) + "PAR1");
    assertThatThrownBy(() -> TableReader.read(garbage))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("garbage.parquet: broken; DuckDB does not say why");
  }

  @Test
  void reads_json_lines_plain_and_gzipped() throws Exception {
    String lines =
        """
        {"y": 1, "word": "a", "day": "2024-01-02"}
        {"y": null, "word": null, "extra": 2.5}
        """;
    Path plain = Files.writeString(folder.resolve("plain.txt"), lines);
    Path zipped = folder.resolve("zipped.jsonl.gz");
    try (var out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(lines.getBytes(StandardCharsets.UTF_8));
    }
    for (Path file : List.of(plain, zipped)) {
      Table table = TableReader.read(file).table();
      assertThat(table.numbers("y")).containsExactly(1, Double.NaN);
      assertThat(texts(table, "word")).containsExactly("a", "");
      assertThat(texts(table, "day")).containsExactly("2024-01-02", "");
      assertThat(table.numbers("extra")).containsExactly(Double.NaN, 2.5);
    }
  }

  @Test
  void rows_are_read_in_blocks_one_at_a_time() throws Exception {
    Path file = written("select range as x, 'w' || range as w from range(10)");
    List<Double> seen = new ArrayList<>();
    try (TableBlocks blocks =
        TableReader.blocks(
            file,
            new ColumnSelection.Typed(List.of("w", "x"), Map.of("w", ColumnReading.TEXT)),
            TableFormat.AUTO,
            4)) {
      for (Optional<Table> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        assertThat(block.get().rows()).isLessThanOrEqualTo(4);
        assertThat(block.get().place(0)).isEqualTo("row %s of %s".formatted(seen.size() + 1, file));
        for (double x : block.get().numbers("x")) {
          seen.add(x);
        }
        assertThat(((TextColumn) block.get().column("w")).dictionary()).hasSize(block.get().rows());
      }
      assertThat(blocks.given()).isEqualTo(10);
    }
    assertThat(seen).hasSize(10).isSorted();
  }

  @Test
  void numeric_texts_are_parsed_as_numbers_and_others_are_reported() throws Exception {
    Path good = written("select * from (values ('1.5'), (null), ('')) t(x)");
    ColumnSelection.Typed numbers = new ColumnSelection.Typed(List.of("x"), Map.of());
    try (TableBlocks blocks = TableReader.blocks(good, numbers, TableFormat.AUTO, 100)) {
      assertThat(blocks.next().orElseThrow().numbers("x"))
          .containsExactly(1.5, Double.NaN, Double.NaN);
    }
    Path bad = written("select * from (values ('1.5'), ('two'), ('3'), ('four')) t(x)");
    try (TableBlocks blocks = TableReader.blocks(bad, numbers, TableFormat.AUTO, 2)) {
      assertThatThrownBy(blocks::next)
          .isInstanceOf(InputException.class)
          .hasMessage(
              "row 2 of %s, column \"x\": \"two\" (expected: a number); and 1 more in this column"
                  .formatted(bad));
    }
    try (TableBlocks blocks = TableReader.blocksWithBadRows(bad, numbers, TableFormat.AUTO, 2)) {
      assertThat(blocks.next().orElseThrow().numbers("x")).containsExactly(1.5, Double.NaN);
      assertThat(blocks.badRows())
          .isEqualTo(Map.of(1, "row 2 of " + bad + ", column \"x\": \"two\" (expected: a number)"));
    }
  }

  @Test
  void a_missing_column_is_reported_with_the_available_ones() throws Exception {
    Path file = written("select 1 as price, 2 as area");

    assertThatThrownBy(
            () ->
                TableReader.blocks(
                    file,
                    new ColumnSelection.Typed(List.of("prize"), Map.of()),
                    TableFormat.AUTO,
                    4))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"prize\": not in the table")
        .hasMessageContaining("\"price\"");
  }
}

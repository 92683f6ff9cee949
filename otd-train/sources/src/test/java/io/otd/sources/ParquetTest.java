// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.FileDigest;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.CellSeparator;
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
        TableReader.read(file, ColumnSelection.all().withTexts(List.of("id", "whole", "half")))
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
  void a_partitioned_folder_is_one_table_with_partition_columns() throws Exception {
    EngineFile.run(
        "copy (select range as id, 2024 + range % 2 as year, 'é' || range % 3 as kind from"
            + " range(600)) to '%s' (format parquet, partition_by (year, kind))"
                .formatted(folder.resolve("sales")));
    Files.writeString(folder.resolve("sales/_SUCCESS"), "");
    Files.writeString(folder.resolve("sales/.part.crc.parquet"), "no table");

    DataFile whole = TableReader.read(folder.resolve("sales"));
    DataFile half = TableReader.read(folder.resolve("sales/year=2025/**/*.parquet"));

    assertThat(whole.table().rows()).isEqualTo(600);
    assertThat(whole.table().names()).containsExactlyInAnyOrder("id", "year", "kind");
    for (int row = 0; row < 600; row++) {
      double id = whole.table().numbers("id")[row];
      assertThat(whole.table().numbers("year")[row]).isEqualTo(2024 + id % 2);
      assertThat(texts(whole.table(), "kind").get(row)).isEqualTo("é" + (int) id % 3);
    }
    assertThat(half.table().rows()).isEqualTo(300);
    assertThat(half.table().numbers("year")).containsOnly(2025);
    assertThat(half.sha256()).isNotEqualTo(whole.sha256());
    assertThat(TableReader.read(folder.resolve("sales")).sha256()).isEqualTo(whole.sha256());
  }

  @Test
  void columns_of_several_files_are_matched_by_name() throws Exception {
    EngineFile.parquet(folder.resolve("a.parquet"), "select 1 as x, 2 as y");
    EngineFile.parquet(folder.resolve("b.parquet"), "select 4 as y, 3 as x, 5 as z");

    Table table = TableReader.read(folder.resolve("?.parquet")).table();

    assertThat(table.numbers("x")).containsExactly(1, 3);
    assertThat(table.numbers("y")).containsExactly(2, 4);
    assertThat(table.numbers("z")).containsExactly(Double.NaN, 5);
  }

  @Test
  void names_that_differ_only_in_case_are_different_columns() throws Exception {
    Path one = folder.resolve("one.parquet");
    EngineFile.parquet(one, "select 1 as col, 2 as coX, {'col': 5} as s, 3 as y");
    // The engine writes no such names.
    String bytes = Files.readString(one, StandardCharsets.ISO_8859_1);
    Files.writeString(one, bytes.replace("coX", "Col"), StandardCharsets.ISO_8859_1);
    Path pattern = folder.resolve("n*.parquet");
    EngineFile.parquet(folder.resolve("n1.parquet"), "select 1 as x, 4 as \" z \"");
    EngineFile.parquet(folder.resolve("n2.parquet"), "select 5 as z, 2 as \"X\"");

    Table single = TableReader.read(one, new ColumnSelection.Except(Set.of("s"))).table();
    Table several = TableReader.read(pattern).table();

    assertThat(single.names()).containsExactly("col", "Col", "y");
    assertThat(single.numbers("Col")).containsExactly(2);
    assertThat(TableReader.names(folder.resolve("n1.parquet"))).containsExactly("x", "z");
    assertThat(several.names()).containsExactly("x", "z", "X");
    assertThat(several.numbers("x")).containsExactly(1, Double.NaN);
    assertThat(several.numbers("X")).containsExactly(Double.NaN, 2);
    assertThat(several.numbers("z")).containsExactly(4, 5);
  }

  @Test
  void the_second_column_of_a_name_has_a_number_in_queries_too() {
    DataFile twice =
        TableReader.read(
            TableAddress.query("select 1 as a, 2 as a"), ColumnSelection.all(), TableFormat.AUTO);
    assertThat(twice.table().names()).containsExactly("a", "a_2");
    assertThat(twice.notes()).singleElement().asString().contains("\"a\" appears again");
  }

  @Test
  void a_missing_name_of_a_folder_is_a_missing_cell() throws Exception {
    for (String year : List.of("2024", "__HIVE_DEFAULT_PARTITION__")) {
      Path part = Files.createDirectories(folder.resolve("s/year=" + year));
      EngineFile.parquet(part.resolve("t.parquet"), "select 1 as x");
    }
    // A folder above the table adds no column to it.
    Path inner = folder.resolve("s/year=2024");

    assertThat(TableReader.read(folder.resolve("s")).table().numbers("year"))
        .containsExactly(2024, Double.NaN);
    assertThat(TableReader.read(inner).table().names()).containsExactly("x");
  }

  @Test
  void a_query_sees_a_text_file_as_it_is_read_without_one() throws Exception {
    Path file = Files.writeString(folder.resolve("t.csv"), "a;b;A\n1,5;NA;06:00\n;2,5;x\n");
    Path json = Files.writeString(folder.resolve("t.jsonl"), "{\"k\": 7}\n{\"k\": \"north\"}\n");

    Table table =
        TableReader.read(
                TableAddress.file(file).withQuery("select * from data order by b"),
                ColumnSelection.all(),
                TableFormat.AUTO)
            .table();
    Table texts =
        TableReader.read(
                TableAddress.file(json).withQuery("select k from data"),
                ColumnSelection.all(),
                TableFormat.AUTO)
            .table();

    assertThat(table.names()).containsExactly("a", "b", "A_2");
    assertThat(table.numbers("a")).containsExactly(Double.NaN, 1.5);
    assertThat(table.numbers("b")).containsExactly(2.5, Double.NaN);
    assertThat(texts(table, "A_2")).containsExactly("x", "06:00");
    assertThat(texts(texts, "k")).containsExactly("7", "north");
    Table named =
        TableReader.read(
                TableAddress.query("select k from '%s'".formatted(json)),
                ColumnSelection.all(),
                TableFormat.AUTO)
            .table();
    assertThat(texts(named, "k")).containsExactly("7", "north");
  }

  @Test
  void settings_of_text_files_are_refused_for_a_query_without_one() {
    TableFormat format =
        new TableFormat(
            CellSeparator.SEMICOLON,
            TableFormat.AUTO.decimal(),
            TableFormat.AUTO.header(),
            TableFormat.AUTO.encoding(),
            0,
            TableFormat.AUTO.missing());
    assertThatThrownBy(
            () -> TableReader.read(TableAddress.query("select 1"), ColumnSelection.all(), format))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.separator is semicolon, which has no effect (expected: auto)");
  }

  @Test
  void an_existing_file_takes_precedence_over_a_glob_pattern() throws Exception {
    Path file = folder.resolve("it's [1]*.parquet");
    EngineFile.parquet(folder.resolve("plain.parquet"), "select 7 as y");
    Files.move(folder.resolve("plain.parquet"), file);
    EngineFile.parquet(folder.resolve("it's 1x.parquet"), "select 8 as y");

    assertThat(TableReader.read(file).table().numbers("y")).containsExactly(7);
  }

  @Test
  void rejects_empty_folders_patterns_without_matches_and_mixed_formats() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> TableReader.read(empty))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(empty + ": no table in it");
    assertThatThrownBy(() -> TableReader.read(folder.resolve("none-*.parquet")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none-*.parquet: no file has such a name");
    written("select 1 as y");
    Files.writeString(folder.resolve("t.csv"), "y\n1\n");
    assertThatThrownBy(() -> TableReader.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("files of several kinds, [TEXT, PARQUET]");
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
  void a_query_reads_files_by_name_and_the_given_file_as_data() throws Exception {
    Path file = written("select range as x, range * range as y from range(10)");

    DataFile named =
        TableReader.read(
            TableAddress.query("select y from '%s' where x > 7 order by y".formatted(file)),
            ColumnSelection.all(),
            TableFormat.AUTO);
    DataFile data =
        TableReader.read(
            TableAddress.file(file).withQuery("select y from data where x > 7 order by y"),
            ColumnSelection.all(),
            TableFormat.AUTO);

    assertThat(named.table().numbers("y")).containsExactly(64, 81);
    assertThat(data.table().numbers("y")).containsExactly(64, 81);
    assertThat(named.sha256()).isEqualTo(data.sha256()).hasSize(64);
    assertThat(named.name()).isEqualTo("query");
  }

  @Test
  void the_digest_of_a_query_changes_with_any_cell() throws Exception {
    String query = "select * from (values (%s, '%s')) t(x, w)";
    assertThat(
            List.of(
                digest(query.formatted("1", "a")),
                digest(query.formatted("2", "a")),
                digest(query.formatted("1", "b")),
                digest(query.formatted("null", "a"))))
        .doesNotHaveDuplicates();
    // Also of a column that is not read.
    assertThat(digest(query.formatted("1", "a")))
        .isEqualTo(
            TableReader.read(
                    TableAddress.query(query.formatted("1", "a")),
                    new ColumnSelection.Except(Set.of("w")),
                    TableFormat.AUTO)
                .sha256());
  }

  private static String digest(String query) {
    return TableReader.read(TableAddress.query(query), ColumnSelection.all(), TableFormat.AUTO)
        .sha256();
  }

  @Test
  void an_invalid_query_is_reported_with_the_message_of_the_engine() {
    assertThatThrownBy(() -> digest("select nothing from 'missing.parquet'"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("query: ")
        .hasMessageContaining("missing.parquet");
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
        .hasMessageContaining("column \"prize\": not in the file")
        .hasMessageContaining("\"price\"");
  }
}

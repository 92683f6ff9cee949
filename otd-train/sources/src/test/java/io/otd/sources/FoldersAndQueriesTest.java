// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of Parquet files, and queries over files. */
class FoldersAndQueriesTest {
  @TempDir private Path folder;

  private Path written(String query) throws Exception {
    return EngineFile.parquet(folder.resolve("t.parquet"), query);
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = (TextColumn) table.column(column);
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
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
    String bytes = Files.readString(one, ISO_8859_1);
    Files.writeString(one, bytes.replace("coX", "Col"), ISO_8859_1);
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

  private static ColumnSelection predicting(String target, String... ignored) {
    return new ColumnSelection.Except(Set.of(ignored), Set.of(target), Map.of(), false);
  }

  private static void refusesTwoTargets(TableAddress table) {
    assertThatThrownBy(() -> TableReader.read(table, predicting("y"), TableFormat.AUTO))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("target \"y\": the name of 2 columns");
    assertThat(
            TableReader.read(table, predicting("y", "y_2"), TableFormat.AUTO)
                .table()
                .numbers("y")[0])
        .isEqualTo(2);
    assertThat(TableReader.read(table, predicting("x"), TableFormat.AUTO).table().names())
        .containsExactly("x", "y", "y_2");
  }

  /** The engine writes no name twice. */
  private Path withTwoTargets(String name) throws Exception {
    Path file = folder.resolve(name);
    EngineFile.parquet(file, "select 1 as x, 2 as y, 3 as q");
    byte[] bytes = Files.readString(file, ISO_8859_1).replace("q", "y").getBytes(ISO_8859_1);
    return Files.write(file, bytes);
  }

  @Test
  void a_target_that_a_text_file_has_twice_is_refused_through_a_query() throws Exception {
    Path file = Files.writeString(folder.resolve("y.csv"), "x,y,y\n1,2,3\n4,5,6\n");
    TableAddress all = TableAddress.file(file).withQuery("select * from data");
    refusesTwoTargets(TableAddress.file(file));
    refusesTwoTargets(all);
    TableAddress one = TableAddress.file(file).withQuery("select x, y from data");
    assertThat(TableReader.read(one, predicting("y"), TableFormat.AUTO).table().numbers("y"))
        .containsExactly(2, 5);
  }

  @Test
  void a_target_that_parquet_files_have_twice_is_refused() throws Exception {
    TableAddress one = TableAddress.file(withTwoTargets("p1.parquet"));
    EngineFile.parquet(folder.resolve("p2.parquet"), "select 1 as x, 2 as y");
    TableAddress several = TableAddress.file(folder.resolve("p?.parquet"));
    for (TableAddress files : List.of(one, several)) {
      refusesTwoTargets(files);
      refusesTwoTargets(files.withQuery("select * from data"));
      assertThat(TableReader.read(files, ColumnSelection.all(), TableFormat.AUTO).notes())
          .singleElement()
          .asString()
          .contains("column name \"y\" appears again; column 3 is called \"y_2\"");
    }
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

  private Path withLostCells() throws Exception {
    StringBuilder csv = new StringBuilder("x,price,y\n");
    for (int i = 0; i < 80; i++) {
      csv.append("%s,%s,%s\n".formatted(i, i == 7 ? "ask" : String.valueOf(i + 0.5), i));
    }
    return Files.writeString(folder.resolve("lost.csv"), csv);
  }

  private static DataFile read(Path file, String query, ColumnSelection selection) {
    return TableReader.read(TableAddress.file(file).withQuery(query), selection, TableFormat.AUTO);
  }

  private static ColumnSelection.Typed typed(String... names) {
    return new ColumnSelection.Typed(List.of(names), Map.of());
  }

  @Test
  void a_query_names_the_cells_it_has_lost() throws Exception {
    Path file = withLostCells();
    for (String query : List.of("select * from data", "select y, PRICE as p from data")) {
      assertThat(read(file, query, ColumnSelection.all()).notes())
          .singleElement()
          .asString()
          .contains("\"price\" is read as numbers", "ask");
    }
    assertThat(read(file, "select x, y from data", ColumnSelection.all()).notes()).isEmpty();
  }

  @Test
  void a_model_is_refused_cells_that_a_query_has_lost() throws Exception {
    Path file = withLostCells();
    TableAddress all = TableAddress.file(file).withQuery("select * from data");
    TableAddress renamed = TableAddress.file(file).withQuery("select price as p from data");

    assertThatThrownBy(() -> TableReader.read(all, typed("x", "price"), TableFormat.AUTO).table())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ask");
    assertThatThrownBy(
            () ->
                TableReader.read(
                    all, new ColumnSelection.Only(List.of("price"), Set.of()), TableFormat.AUTO))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ask");
    assertThatThrownBy(() -> TableReader.blocks(renamed, typed("p"), TableFormat.AUTO, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ask");
    assertThatThrownBy(
            () -> TableReader.blocksWithBadRows(all, typed("price"), TableFormat.AUTO, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ask");
    assertThat(TableReader.read(all, typed("x", "y"), TableFormat.AUTO).table().names())
        .containsExactly("x", "y");
  }

  @Test
  void a_query_that_leaves_out_a_column_does_not_use_it() throws Exception {
    Path file = withLostCells();
    for (String query :
        List.of(
            "select * exclude (price) from data",
            "select * EXCLUDE price from data",
            "select * exclude(x, \"price\") from data where (y > 0)")) {
      assertThat(read(file, query, typed("y")).notes()).as(query).isEmpty();
    }
  }

  @Test
  void a_query_may_use_a_column_that_it_does_not_name() throws Exception {
    Path file = withLostCells();
    for (String query :
        List.of(
            "select a, b, c as y from data as t(a, b, c)",
            "select a, b, c as y from data t (a, b, c)",
            "select x, #2 as p, y from data",
            "select columns('pr.*') as p, y from data",
            "select value as v, y from (unpivot data on price into name n value value)")) {
      assertThatThrownBy(() -> read(file, query, typed("y")))
          .as(query)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("ask");
    }
  }

  @Test
  void a_model_takes_cells_of_a_query_that_are_missing_in_the_file() throws Exception {
    Path file =
        Files.writeString(folder.resolve("m.csv"), "x,day\n1,2026-01-01\n-,2026-01-02\n3,-\n");
    Table table =
        TableReader.read(
                TableAddress.file(file).withQuery("select * from data"),
                new ColumnSelection.Only(List.of("x", "day"), Set.of()),
                TableFormat.AUTO)
            .table();
    assertThat(table.numbers("x")).containsExactly(1, Double.NaN, 3);
    assertThat(texts(table, "day")).startsWith("2026-01-01", "2026-01-02");
  }

  @Test
  void a_query_names_the_numbers_of_json_lines_that_it_has_lost() throws Exception {
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      json.append("{\"n\": %s}\n".formatted(i == 7 ? "9223372036854775807" : i % 9));
    }
    Path file = Files.writeString(folder.resolve("n.jsonl"), json);

    assertThat(read(file, "select * from data", ColumnSelection.all()).notes())
        .singleElement()
        .asString()
        .contains("counts as missing", "9223372036854775807");
  }

  @Test
  void a_query_says_what_its_file_says_of_the_columns_that_it_uses() throws Exception {
    Path file = folder.resolve("w.csv");
    Files.writeString(file, "w,a,A,g\nkg,m,s,\n" + "5,1,2,-\n7,2,3,1\n9,3,4,2\n".repeat(9));

    assertThat(read(file, "select * from data", ColumnSelection.all()).notes())
        .satisfiesExactlyInAnyOrder(
            units -> assertThat(units).contains("line 2: a row of units, left out: kg"),
            gaps ->
                assertThat(gaps)
                    .contains("column \"g\" is read as numbers; 9 of 27 cells are not numbers"),
            names ->
                assertThat(names)
                    .isEqualTo(
                        "column \"A\": a query calls it \"A_2\", as it does not tell upper and"
                            + " lower case apart"));
    assertThat(read(file, "select a from data", ColumnSelection.all()).notes())
        .singleElement()
        .asString()
        .contains("a row of units");
  }

  private Path withUnits() throws Exception {
    return Files.writeString(
        folder.resolve("units.csv"), "w,p,n\n" + "5%,$3,4\n7%,$5,1\n9%,$8.5,2\n".repeat(9));
  }

  private static ColumnSelection inUnit(String column, String unit) {
    return new ColumnSelection.Typed(List.of(column), Set.of(), Map.of(), Map.of(column, unit));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from data",
        "select w as x, w from data where w > 5.5 order by p desc limit 4",
        "select max(w) as w from data group by n",
        "with t as (select * from data) select t.w from t join data using (n)",
        "select coalesce(w, 0) as w from data union all select w from data",
        "select case when n > 1 then w else 0 end as w from data",
        "from data"
      })
  void a_query_keeps_the_unit_of_a_column_that_it_passes_on(String query) throws Exception {
    Path file = withUnits();

    assertThat(read(file, query, ColumnSelection.all()).table().column("w").unit()).isEqualTo("%");
    assertThat(read(file, query, inUnit("w", "%")).table().numbers("w")).isNotEmpty();
    for (String other : List.of("$", "")) {
      assertThatThrownBy(() -> read(file, query, inUnit("w", other)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("column \"w\": numbers in % (expected: a number")
          .hasMessageContaining(other.isEmpty() ? "without a unit, as in training" : "in $, as");
    }
    TableAddress address = TableAddress.file(file).withQuery(query);
    assertThatThrownBy(
            () ->
                TableReader.blocks(
                    address, (ColumnSelection.Typed) inUnit("w", "$"), TableFormat.AUTO, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("numbers in % (expected: a number in $");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select w / 100 as w from data",
        "select 2 * w as w from data",
        "select w + w as w from data",
        "select w + p as w from data",
        "select sum(w) as w from data",
        "select avg(w) as w from data",
        "select ln(w) as w from data",
        "select coalesce(w, p) as w from data",
        "select case when n > 1 then w else p end as w from data",
        "select w from data union all select p from data"
      })
  void what_a_query_computes_has_no_unit_and_that_is_said(String query) throws Exception {
    DataFile file = read(withUnits(), query, ColumnSelection.all());

    assertThat(file.table().column("w").unit()).isEmpty();
    assertThat(file.notes())
        .contains("column \"w\": what the query computes of it has no unit; the column has \"%\"");
    assertThat(read(withUnits(), query, inUnit("w", "$")).table().rows()).isPositive();
  }

  @Test
  void columns_that_depend_on_the_rows_are_read_without_units() throws Exception {
    DataFile file = read(withUnits(), "pivot data on n using max(w)", ColumnSelection.all());

    assertThat(file.table().names()).containsExactlyInAnyOrder("p", "1.0", "2.0", "4.0");
    assertThat(file.table().column("4.0").numbers()).containsOnly(5, Double.NaN);
    assertThat(file.table().columns()).allMatch(column -> column.unit().isEmpty());
    assertThat(file.notes())
        .contains("column \"w\": what the query computes of it has no unit; the column has \"%\"");
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
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.TableFormat;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole numbers whose digits count are read as texts, in all formats. */
class WholeCodesTest {
  /** The second is exact in a double, the third is not. */
  private static final List<String> IDS =
      List.of("7", "1000000000000000000", "1000000000000000001", "", "1000000000000000002");

  @TempDir Path folder;

  private DataFile read(String name, String text) throws IOException {
    return TableReader.read(Files.writeString(folder.resolve(name), text));
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = (TextColumn) table.column(column);
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @Test
  void whole_numbers_that_a_double_does_not_hold_keep_their_digits() throws IOException {
    String csv = String.join(",1\n", IDS) + ",1\n";
    String arff = "@relation t\n@attribute id numeric\n@attribute y numeric\n@data\n";
    StringBuilder json = new StringBuilder();
    IDS.forEach(id -> json.append("{\"id\": %s}\n".formatted(id.isEmpty() ? "null" : id)));
    for (DataFile file :
        List.of(
            read("t.csv", "id,y\n" + csv),
            read("t.arff", arff + csv.replace("\n,", "\n?,")),
            read("t.jsonl", json.toString()))) {
      assertThat(texts(file.table(), "id")).as(file.name()).isEqualTo(IDS);
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("column \"id\": \"1000000000000000001\" has more digits than numbers keep");
    }
  }

  @Test
  void whole_numbers_of_objects_keep_their_digits() {
    List<Map<String, Object>> rows =
        IDS.stream()
            .map(
                id -> {
                  Map<String, Object> row = new HashMap<>();
                  row.put("id", id.isEmpty() ? null : id.length() > 9 ? new BigInteger(id) : 7);
                  return row;
                })
            .toList();
    assertThat(texts(Table.ofMaps(rows), "id")).isEqualTo(IDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740992,1", "1e18,1", "3e38,0.5"})
  void numbers_that_are_no_codes_stay_numbers(String cells) throws IOException {
    String[] cell = cells.split(",", -1);
    DataFile csv = read("t.csv", "x,y\n%s,1\n%s,2\n".formatted(cell[0], cell[1]));
    DataFile json = read("t.jsonl", "{\"x\": %s}\n{\"x\": %s}\n".formatted(cell[0], cell[1]));
    for (DataFile file : List.of(csv, json)) {
      assertThat(file.table().numbers("x")[0]).isEqualTo(Double.parseDouble(cell[0]));
      assertThat(file.table().column("x")).isInstanceOf(NumericColumn.class);
      assertThat(file.notes()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740993, 0.5, 9007199254740992",
    "12345678901234567.0, 1, 12345678901234568",
    "9007199254740993.25, 1.5, 9007199254740994"
  })
  void numbers_that_lose_digits_stay_numbers_and_are_named(String cell, String other, String read)
      throws IOException {
    for (DataFile file : List.of(csv(List.of(cell, other)), arff(List.of(cell, other)))) {
      assertThat(file.table().numbers("x")[0]).isEqualTo(Double.parseDouble(cell));
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("more digits than numbers keep are rounded", cell + "\" in ", "line ", read);
    }
    DataFile json = json(List.of(cell, other));
    assertThat(json.table().numbers("x")[0]).isEqualTo(Double.parseDouble(cell));
    assertThat(json.notes())
        .singleElement()
        .asString()
        .contains("row 1 of ", "more digits than numbers keep are rounded", cell, read);
  }

  private DataFile csv(List<String> cells) throws IOException {
    return read("t.csv", "x\n" + String.join("\n", cells) + "\n");
  }

  private DataFile arff(List<String> cells) throws IOException {
    return read(
        "t.arff", "@relation t\n@attribute x real\n@data\n" + String.join("\n", cells) + "\n");
  }

  private DataFile json(List<String> cells) throws IOException {
    return read("t.jsonl", "{\"x\": " + String.join("}\n{\"x\": ", cells) + "}\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 40})
  void one_number_with_too_many_digits_is_missing_and_named(int at) throws IOException {
    List<String> cells = new ArrayList<>(IntStream.range(0, 40).mapToObj(i -> "" + i % 9).toList());
    cells.add(at, "9223372036854775807");
    for (DataFile file : List.of(csv(cells), arff(cells), json(cells))) {
      String place =
          file.name().endsWith("jsonl")
              ? "row " + (at + 1) + " of "
              : "line " + (at + (file.name().endsWith("arff") ? 4 : 2));
      assertThat(file.table().column("x")).as(file.name()).isInstanceOf(NumericColumn.class);
      assertThat(file.table().column("x").missing(at)).isTrue();
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("\"9223372036854775807\"", place, "as missing");
    }
  }

  @Test
  void digits_of_one_length_with_zeros_in_front_are_codes() throws IOException {
    DataFile file = read("t.csv", "zip,y\n00501,1\nNA,2\n10001,3\n");
    assertThat(texts(file.table(), "zip")).containsExactly("00501", "", "10001");
    assertThat(file.notes())
        .singleElement()
        .asString()
        .endsWith(
            "line 2, column \"zip\": \"00501\" begins with a zero, so the column is one of codes,"
                + " read as texts (columns.numeric reads numbers)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5,1.5", "01,100", "00.5,11.5", "0,1", "-01,-12", "+1,02"})
  void other_zeros_in_front_are_no_codes(String cells) throws IOException {
    DataFile file = read("t.csv", "x,y\n" + cells.replace(",", ",1\n") + ",2\n");
    assertThat(file.table().column("x")).isInstanceOf(NumericColumn.class);
  }

  /** Nearly all cells are numbers, so the column would be one of numbers. */
  @Test
  void another_cell_among_codes_leaves_them_codes() throws IOException {
    StringBuilder csv = new StringBuilder("id,zip\nunknown,none\n");
    for (int row = 0; row < 40; row++) {
      csv.append(
          "%s,%s\n"
              .formatted(
                  1_000_000_000_000_000_000L + row, Integer.toString(100_000 + row).substring(1)));
    }
    DataFile file = read("t.csv", csv.toString());
    assertThat(texts(file.table(), "id")).endsWith("1000000000000000039").doesNotHaveDuplicates();
    assertThat(texts(file.table(), "zip")).startsWith("none", "00000", "00001");
    assertThat(file.notes())
        .hasSize(2)
        .first()
        .asString()
        .contains("line 4, column \"id\": \"1000000000000000001\" has more digits");
  }

  @Test
  void a_quantity_stays_a_number() throws IOException {
    Path csv = Files.writeString(folder.resolve("t.csv"), "x,z\n1000000000000000001,007\n2,008\n");
    Path json = Files.writeString(folder.resolve("t.jsonl"), "{\"x\": 1000000000000000001}\n");
    ColumnSelection quantities =
        new ColumnSelection.Except(
            Set.of(),
            Set.of(),
            Map.of("x", ColumnReading.QUANTITY, "z", ColumnReading.QUANTITY),
            false);

    Table text = TableReader.read(csv, quantities).table();

    assertThat(text.numbers("x")).containsExactly(1e18, 2);
    assertThat(text.numbers("z")).containsExactly(7, 8);
    assertThat(TableReader.read(json, quantities).table().numbers("x")).containsExactly(1e18);
  }

  @Test
  void codes_are_texts_where_numbers_are_in_a_temporary_file() throws IOException {
    StringBuilder json = new StringBuilder();
    for (int row = 0; row < 20_000; row++) {
      json.append("{\"id\": %s}\n".formatted((1L << 53) - 10_000 + row));
    }
    Path file = Files.writeString(folder.resolve("t.jsonl"), json);

    Table table =
        TableReader.read(TableAddress.file(file), ColumnSelection.all(), TableFormat.AUTO, 1)
            .table();

    assertThat(texts(table, "id"))
        .startsWith("9007199254730992")
        .contains("9007199254740993")
        .endsWith("9007199254750991")
        .doesNotHaveDuplicates();
  }
}

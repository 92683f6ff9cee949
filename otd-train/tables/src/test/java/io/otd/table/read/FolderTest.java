// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text files of a folder or of a pattern of names: one table, as if all rows were in one file. */
class FolderTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = table.column(column).texts();
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a;b\n1;2,5\n3;4,25\n",
        "a,b\nNA,06:00\n1,14:00\nN/A,22:00\n",
        "day,y\n03/06/2024,1\n09/12/2024,2\n",
        "id,w\n00501,x\n10001,\"y\nz\"\n",
        "sep=|\na|b\n1|2\n",
        "1,2\n3,4\n",
        "a\tb\n1\t\"2\" \n"
      })
  void a_folder_with_one_file_is_the_same_table_as_the_file(String text) throws IOException {
    Path file = file("only/t.csv", text);
    DataFile one = TableReader.read(file);
    for (Path path : List.of(folder.resolve("only"), folder.resolve("o*/?.csv"))) {
      DataFile several = TableReader.read(path);
      assertThat(several.table().names()).isEqualTo(one.table().names());
      for (String name : one.table().names()) {
        assertThat(several.table().column(name)).hasSameClassAs(one.table().column(name));
        assertThat(several.table().column(name).sameCells(one.table().column(name))).isTrue();
      }
      assertThat(several.notes()).isEqualTo(one.notes());
      assertThat(several.sha256()).isEqualTo(one.sha256());
      assertThat(several.table().place(1)).isEqualTo(one.table().place(1));
    }
  }

  @Test
  void the_row_of_units_of_each_file_is_named() throws IOException {
    for (String name : List.of("a.csv", "b.csv")) {
      Files.writeString(
          folder.resolve(name), "x,y\nm,kg\n" + "1,2\n3,4\n5,6\n7,8\n9,10\n".repeat(3));
    }
    assertThat(TableReader.read(folder).notes())
        .hasSize(2)
        .allMatch(note -> note.contains("line 2: a row of units, left out: m, kg"));
  }

  @Test
  void the_settings_of_text_files_apply() throws IOException {
    byte[] text = "t\nGröße|y\n1,5|-\n2,5|3\n".getBytes(Charset.forName("windows-1252"));
    Files.write(folder.resolve("t.csv"), text);
    TableFormat format =
        new TableFormat(
            CellSeparator.PIPE,
            DecimalMark.COMMA,
            HeaderRule.PRESENT,
            TextEncoding.WINDOWS_1252,
            1,
            List.of("-"));

    Table table = TableReader.read(folder, ColumnSelection.all(), format).table();

    assertThat(table.numbers("Größe")).containsExactly(1.5, 2.5);
    assertThat(table.numbers("y")).containsExactly(Double.NaN, 3);
  }

  @Test
  void the_kind_of_a_column_is_decided_over_all_files() throws IOException {
    file("a.csv", "x,code,n\n1,7,1\n2,8,2\n");
    file("b.csv", "code,x,n\nk,3,1.5\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("c.csv.gz")))) {
      out.write("n,x\n-3,4\n".getBytes(StandardCharsets.UTF_8));
    }
    file("d.csv", "");

    DataFile file = TableReader.read(folder);

    assertThat(file.table().names()).containsExactly("x", "code", "n");
    assertThat(file.table().numbers("x")).containsExactly(1, 2, 3, 4);
    assertThat(file.table().numbers("n")).containsExactly(1, 2, 1.5, -3);
    assertThat(texts(file.table(), "code")).containsExactly("7", "8", "k", "");
    assertThat(file.notes())
        .contains(folder.resolve("c.csv.gz") + ": no column \"code\"; the cells are missing");
    assertThat(IntStream.range(0, 4).mapToObj(file.table()::place))
        .containsExactly(
            folder.resolve("a.csv") + ", line 2",
            folder.resolve("a.csv") + ", line 3",
            folder.resolve("b.csv") + ", line 2",
            folder.resolve("c.csv.gz") + ", line 2");
  }

  @Test
  void a_folder_that_is_read_with_decimal_points_is_not_said_to_have_commas() throws IOException {
    file("a.csv", "x;y\n1,5;2,25\n");
    file("b.csv", "x;y\n" + "1.5;2.25\n".repeat(30));

    DataFile file = TableReader.read(folder);

    assertThat(file.table().numbers("y")[1]).isEqualTo(2.25);
    assertThat(file.notes()).noneMatch(note -> note.contains("with a decimal comma"));
  }

  @Test
  void a_decimal_comma_of_one_file_holds_for_files_without_decimals() throws IOException {
    file("a.csv", "x;y\n1;2\n".repeat(1));
    file("b.csv", "x;y\n1,5;2,25\n");

    DataFile file = TableReader.read(folder);

    assertThat(file.table().numbers("y")).containsExactly(2, 2.25);
    assertThat(file.notes()).singleElement().asString().contains("decimal comma");
  }

  @Test
  void files_with_and_without_a_header_are_not_one_table() throws IOException {
    file("a.csv", "x,y\n1,2\n");
    file("b.csv", "3,4\n");

    assertThatThrownBy(() -> TableReader.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "%s: CSV without a header row (expected: CSV with a header row, as %s)"
                .formatted(folder.resolve("b.csv"), folder.resolve("a.csv")));
  }

  @Test
  void errors_name_the_file_and_its_line() throws IOException {
    file("a.csv", "x,y\n1,2\n3,4,5\n");
    file("b.csv", "y,x\n1e99,2\n3\n");

    assertThatThrownBy(() -> TableReader.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(folder.resolve("a.csv") + ", line 3: 3 values (expected: 2")
        .hasMessageContaining(folder.resolve("b.csv") + ", line 3: 1 value (expected: 2")
        .hasMessageContaining(folder.resolve("b.csv") + ", line 2, column \"y\": \"1e99\"");
  }

  @Test
  void names_of_folders_are_columns() throws IOException {
    file("s/year=2024/kind=a%2Fb/t.csv", "x\n1\n");
    file("s/year=2025/kind=__HIVE_DEFAULT_PARTITION__/t.csv", "x\n2\n3\n");
    file("s/year=2025/kind=c/_SUCCESS.csv", "no table");

    Table table = TableReader.read(folder.resolve("s")).table();

    assertThat(table.names()).containsExactly("x", "year", "kind");
    assertThat(table.numbers("year")).containsExactly(2024, 2025, 2025);
    assertThat(texts(table, "kind")).containsExactly("a/b", "", "");
    assertThat(TableReader.read(folder.resolve("s/year=2025/**/*.csv")).table().numbers("year"))
        .containsExactly(2025, 2025);
  }

  @Test
  void json_lines_of_a_folder_are_one_table() throws IOException {
    file("s/k=1/a.jsonl", "{\"x\": 1}\n");
    file("s/k=2/b.json", "[{\"x\": 2.5, \"w\": \"v\"}, {\"w\": null}]");

    Table table = TableReader.read(folder.resolve("s")).table();

    assertThat(table.numbers("x")).containsExactly(1, 2.5, Double.NaN);
    assertThat(texts(table, "w")).containsExactly("", "v", "");
    assertThat(table.numbers("k")).containsExactly(1, 2, 2);
  }

  @Test
  void blocks_of_rows_go_through_all_files() throws IOException {
    file("a.csv", "x,w\n1,a\n2,b\n3,c\n");
    file("b.csv", "w,z,x\nd,9,4\ne,9,five\n");
    ColumnSelection.Typed columns =
        new ColumnSelection.Typed(List.of("w", "x"), Map.of("w", ColumnReading.TEXT));
    List<String> seen = new ArrayList<>();
    try (TableBlocks blocks = TableReader.blocksWithBadRows(folder, columns, TableFormat.AUTO, 2)) {
      for (Optional<Table> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        seen.addAll(texts(block.get(), "w"));
        seen.addAll(blocks.badRows().values());
      }
    }
    assertThat(seen)
        .containsExactly(
            "a",
            "b",
            "c",
            "d",
            "e",
            folder.resolve("b.csv") + ", line 3, column \"x\": \"five\" (expected: a number)");
  }

  @Test
  void declared_values_must_be_the_same_in_all_files() throws IOException {
    String head = "@relation t\n@attribute k {%s}\n@data\n%s\n";
    file("a.arff", head.formatted("u,v", "u"));
    file("b.arff", head.formatted("u,v", "v"));

    assertThat(texts(TableReader.read(folder.resolve("*.arff")).table(), "k"))
        .containsExactly("u", "v");

    file("c.arff", head.formatted("v,u", "v"));
    assertThatThrownBy(() -> TableReader.read(folder.resolve("*.arff")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(folder.resolve("c.arff") + ": ARFF with ");
  }

  @Test
  void a_pattern_matches_as_in_a_shell() throws IOException {
    for (String name :
        List.of("a1.csv", "b1.csv", "b2.csv", ".b3.csv", "deep/er/b4.csv", "[x].csv")) {
      file(name, "x\n" + (name.hashCode() & 0xff) + "\n");
    }
    assertThat(rows("[b-c]?.csv")).isEqualTo(2);
    assertThat(rows("[!a]1.csv")).isEqualTo(1);
    assertThat(rows("*.csv")).isEqualTo(4);
    assertThat(rows("**/*.csv")).isEqualTo(5);
    assertThat(rows("deep/**/b4.csv")).isEqualTo(1);
    assertThat(rows("[x].csv")).as("the file of this name").isEqualTo(1);
    assertThatThrownBy(() -> rows("c*.csv"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no file has such a name");
  }

  private int rows(String pattern) {
    return TableReader.read(folder.resolve(pattern)).table().rows();
  }
}

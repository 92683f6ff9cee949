// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArffTest {
  private static final String WEATHER =
      """
      % from Weka's documentation
      @RELATION weather

      @Attribute outlook {sunny, 'over cast' ,rainy}
      @attribute	temperature REAL
        @attribute 'wind ''s' numeric
      @ATTRIBUTE play{yes,no}
      @attribute note string
      @attribute day date "yyyy-MM-dd"
      @DATA
      sunny,85,1e1,no,'it\\'s \\"hot\\", 100%',"2001-04-03"
      % a comment
        rainy , ? , 2 , yes , ? , '2001-05-03'

      'over cast',-1.5,?,yes,plain words,2001-05-04
      """
          .replace("'wind ''s'", "'wind \\'s'");

  @TempDir Path folder;

  private static TextColumn text(Table table, String name) {
    return (TextColumn) table.column(name);
  }

  /** The setting is that of numbers among texts. */
  @Test
  void declared_numbers_have_a_point_whatever_the_decimal_mark_of_texts() throws IOException {
    Path file = folder.resolve("t.arff");
    Files.writeString(file, "@relation r\n@attribute x numeric\n@data\n1.500\n2.25\n");
    TableFormat auto = TableFormat.AUTO;
    TableFormat comma =
        new TableFormat(
            auto.separator(),
            DecimalMark.COMMA,
            auto.header(),
            auto.encoding(),
            auto.skip(),
            auto.missing());
    ColumnSelection.Typed x = new ColumnSelection.Typed(List.of("x"), Map.of());
    try (TableBlocks blocks = TableReader.blocks(file, x, comma, 2)) {
      assertThat(blocks.next().orElseThrow().column("x").numbers()).containsExactly(1.5, 2.25);
    }
  }

  @Test
  void reads_a_dense_file() throws IOException {
    Table table = Csv.table(folder, WEATHER);
    assertThat(table.names())
        .containsExactly("outlook", "temperature", "wind 's", "play", "note", "day");
    assertThat(text(table, "outlook").dictionary()).containsExactly("sunny", "over cast", "rainy");
    assertThat(text(table, "outlook").codes()).containsExactly(0, 2, 1);
    assertThat(table.column("temperature").numbers()).containsExactly(85, Double.NaN, -1.5);
    assertThat(table.column("wind 's").numbers()).containsExactly(10, 2, Double.NaN);
    assertThat(text(table, "play").codes()).containsExactly(1, 0, 0);
    assertThat(text(table, "note").text(0)).isEqualTo("it's \"hot\", 100%");
    assertThat(text(table, "note").text(1)).isEmpty();
    assertThat(text(table, "note").text(2)).isEqualTo("plain words");
    assertThat(text(table, "day").dictionary())
        .containsExactly("2001-04-03", "2001-05-03", "2001-05-04");
  }

  @Test
  void a_quote_inside_a_word_is_literal() throws IOException {
    String head = "@relation r\n@attribute a string\n@attribute b string\n@data\n";
    Table table = Csv.table(folder, head + "it's,b\n'a b' it's\n'it,s' \"c\"\nx,'y'\n");
    assertThat(text(table, "a").dictionary()).containsExactly("it's", "a b", "it,s", "x");
    assertThat(text(table, "b").dictionary()).containsExactly("b", "it's", "c", "y");
  }

  @Test
  void a_nominal_column_of_numbers_stays_text() throws IOException {
    TextColumn grade =
        text(Csv.table(folder, "@relation r\n@attribute g {3,1,2}\n@data\n1\n3\n"), "g");
    assertThat(grade.dictionary()).containsExactly("3", "1", "2");
    assertThat(grade.numbers()).containsExactly(1, 3);
  }

  @Test
  void a_sparse_row_defaults_to_zeros_and_first_nominal_values() throws IOException {
    Table table =
        Csv.table(
            folder,
            """
            @relation r
            @attribute a numeric
            @attribute b {x,'y z'}
            @attribute c numeric
            @attribute d string
            @data
            {0 1, 1 'y z', 3 "q, }"}
            { }
            {2 ?,0 -3}
            """);
    assertThat(table.column("a").numbers()).containsExactly(1, 0, -3);
    assertThat(text(table, "b").codes()).containsExactly(1, 0, 0);
    assertThat(table.column("c").numbers()).containsExactly(0, 0, Double.NaN);
    assertThat(text(table, "d").codes()).containsExactly(0, -1, -1);
    assertThat(text(table, "d").text(0)).isEqualTo("q, }");
  }

  @Test
  void values_may_be_separated_by_whitespace() throws IOException {
    assertThat(
            Csv.table(
                    folder,
                    "@relation r\n@attribute a real\n@attribute b {u v,w}\n@data\n1 'u v'\n2\tw\n")
                .column("b"))
        .isInstanceOfSatisfying(TextColumn.class, b -> assertThat(b.codes()).containsExactly(0, 1));
  }

  @Test
  void a_file_is_recognised_as_arff_by_its_extension_if_not_by_its_text() throws IOException {
    Path file = Files.writeString(folder.resolve("t.arff"), "% nothing yet\n");
    assertThat(Csv.problems(file).get(0))
        .endsWith("ends before @data (expected: rows behind @data)");
    assertThat(Csv.problems(folder, "% a,b\n1,2\n")).isEmpty();
  }

  @Test
  void cells_that_do_not_match_their_declarations_are_reported_together() throws IOException {
    assertThat(
            Csv.problems(
                folder,
                """
                @relation r
                @attribute age numeric
                @attribute c {x,y}
                @data
                1,x
                abc,z

                2,w
                3
                """))
        .satisfiesExactly(
            p -> assertThat(p).endsWith("line 9: 1 value (expected: 2, as many as columns)"),
            p -> assertThat(p).endsWith("line 6, column \"age\": \"abc\" (expected: a number)"),
            p ->
                assertThat(p)
                    .endsWith(
                        "line 6, column \"c\": \"z\" (expected: one of \"x\", \"y\"); and 1 more in"
                            + " this column"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "@attribute a relational          | line 2: column \"a\": type \"relational\"",
        "@attribute a                     | line 2: \"a\": a word is missing",
        "@attribute                       | line 2: \"@attribute\": a word is missing",
        "@attribute 'a numeric            | line 2: \"@attribute\": a word is missing",
        "@attribute a {x,y                | line 2: column \"a\": empty cell after the values",
        "@attribute a {x,'y}              | line 2: column \"a\": a quote without end",
        "@attribute a {x,'y' z}           | line 2: column \"a\": \"z}\" after the values",
        "attribute a numeric              | line 2: \"attribute a numeric\" (expected: @relation,",
        "@data;1                          | no @attribute",
        "@attribute a real;@data          | no rows",
        "@attribute a string;@data;'x     | line 4: \"x\" (expected: a second quote)",
        "@attribute a string;@data;'x' y  | line 4: 2 values (expected: 1,",
        "@attribute a string;@attribute b string;@data;'x' y,z | line 5: \"y,z\" (expected: a comma",
        "@attribute a real;@data;{0 1     | line 4: nothing more (expected: a comma, or a closing",
        "@attribute a real;@data;{1 1}    | line 4: \"1\" (expected: the place of a column, from 0 to 0",
        "@attribute a real;@data;{0 1,0 2}| line 4: \"0\" (expected: the place of a column",
        "@attribute a real;@data;{-1 1}   | line 4: \"-1\" (expected: the place of a column",
        "@attribute a real;@data;{0 1} 2  | line 4: \"2\" (expected: the end of the line)",
      })
  void malformed_arff_is_reported_with_its_line(String lines, String problem) throws IOException {
    assertThat(Csv.problems(folder, "@relation r\n" + lines.strip().replace(';', '\n') + "\n"))
        .singleElement()
        .asString()
        .contains(problem.strip());
  }

  @Test
  void columns_can_be_left_out() throws IOException {
    Path file = Csv.file(folder, WEATHER.replace("sunny,85", "storm,85"));
    assertThat(Csv.problems(file)).isNotEmpty();
    assertThat(TableReader.read(file, new ColumnSelection.Except(Set.of("outlook"))).table().rows())
        .isEqualTo(3);
    assertThat(
            TableReader.read(file, new ColumnSelection.Only(List.of("play"), Set.of()))
                .table()
                .names())
        .containsExactly("play");
  }

  @Test
  void weights_of_rows_become_a_column_with_1_where_a_row_has_none() throws IOException {
    Path file = folder.resolve("w.arff");
    String head = "@relation r\n@attribute x numeric\n@attribute k {a,b}\n@data\n";
    Files.writeString(file, head + "1,a,{0.5}\n2,'b'\n{0 3, 1 b}, { 2 }\n");
    DataFile read = TableReader.read(file, ColumnSelection.all(), TableFormat.AUTO);
    assertThat(read.table().names()).containsExactly("x", "k", "weight");
    assertThat(read.table().column("x").numbers()).containsExactly(1, 2, 3);
    assertThat(read.table().column("weight").numbers()).containsExactly(.5, 1, 2);
    assertThat(read.notes()).anyMatch(note -> note.contains("the rows have weights"));

    Files.writeString(file, head + "1,a\n2,b,{3}\n");
    assertThatThrownBy(() -> TableReader.read(file, ColumnSelection.all(), TableFormat.AUTO))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ", line 6: \"{3}\" (expected: weights from the first row on)");
  }
}

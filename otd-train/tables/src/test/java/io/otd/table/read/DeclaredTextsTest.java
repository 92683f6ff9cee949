// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.TableFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text means the same in a CSV file and in one that declares it as a text. */
class DeclaredTextsTest {
  private static final List<String> FORMATS = List.of("csv", "jsonl", "arff");

  @TempDir Path folder;

  private Path file(String format, List<String> cells) throws IOException {
    Function<String, String> line =
        switch (format) {
          case "csv" -> "\"%s\",1"::formatted;
          case "arff" -> "'%s',1"::formatted;
          default -> "{\"c\": \"%s\", \"y\": 1}"::formatted;
        };
    String head =
        switch (format) {
          case "csv" -> "c,y\n";
          case "arff" -> "@relation t\n@attribute c string\n@attribute y numeric\n@data\n";
          default -> "";
        };
    return Files.writeString(
        folder.resolve("t." + format),
        head + cells.stream().map(line).collect(Collectors.joining("\n")) + "\n");
  }

  private static List<String> cells(Column column) {
    TextColumn texts = column.texts();
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12.5%;3%;4.25%",
        "$1,234.00;$2.50;$3",
        "(3.50);2.25;3.40-",
        "1 234.5;2;3",
        "Jun 12 1998;Jul 1 1999;Aug 3 2001",
        "1.5;2.5;n/a;3.5",
        "20240331;20240401;20240502;20240603;20240704;20240805;20240906;20241007;20241108;20241209",
        "$5;3%;4",
        "red;green;blue"
      })
  void a_text_is_read_alike_in_all_formats(String texts) throws IOException {
    List<String> given = List.of(texts.split(";"));
    DataFile csv = TableReader.read(file("csv", given));
    for (String format : FORMATS) {
      DataFile read = TableReader.read(file(format, given));
      Column column = read.table().column("c");
      assertThat(cells(column)).as(format).isEqualTo(cells(csv.table().column("c")));
      assertThat(column instanceof TextColumn)
          .as(format)
          .isEqualTo(csv.table().column("c") instanceof TextColumn);
      assertThat(read.notes()).as(format).containsAll(csv.notes());
    }
  }

  @Test
  void numbers_of_another_notation_are_predicted_in_all_formats() throws IOException {
    ColumnSelection.Typed number = new ColumnSelection.Typed(List.of("c"), Map.of());
    for (String format : FORMATS) {
      List<Double> numbers = new ArrayList<>();
      Path file = file(format, List.of("12.5%", "-", "4%"));
      try (TableBlocks blocks = TableReader.blocks(file, number, TableFormat.AUTO, 2)) {
        for (Table block : List.of(blocks.next().orElseThrow(), blocks.next().orElseThrow())) {
          for (double value : block.numbers("c")) {
            numbers.add(value);
          }
        }
      }
      assertThat(numbers).as(format).containsExactly(12.5, Double.NaN, 4.0);
    }
  }

  /** The digits of a code are no quantity: who writes quantities as texts is asked. */
  @Test
  void whole_numbers_that_are_declared_as_texts_are_codes() throws IOException {
    for (String format : List.of("jsonl", "arff")) {
      Path file = file(format, List.of("12345", "80331", "12345"));
      DataFile read = TableReader.read(file);
      assertThat(cells(read.table().column("c"))).containsExactly("12345", "80331", "12345");
      assertThat(read.table().column("c")).isInstanceOf(TextColumn.class);
      assertThat(read.notes())
          .singleElement()
          .asString()
          .contains("column \"c\": whole numbers in a column of texts", "columns.numeric");
    }
  }

  @Test
  void plain_numbers_that_are_declared_as_texts_are_named() throws IOException {
    for (String format : List.of("jsonl", "arff")) {
      DataFile read = TableReader.read(file(format, List.of("1.5", "2", "-3e2")));
      assertThat(read.table().numbers("c")).containsExactly(1.5, 2, -300);
      assertThat(read.notes()).singleElement().asString().contains("numbers in a column of texts");
    }
  }

  /** The texts of a column that has numbers, too, are not declared. */
  @Test
  void a_text_among_the_numbers_of_json_is_a_gap() throws IOException {
    StringBuilder text = new StringBuilder("{\"c\": \"n/a\"}\n");
    IntStream.range(0, 30).forEach(i -> text.append("{\"c\": %d}\n".formatted(i)));
    DataFile read = TableReader.read(Files.writeString(folder.resolve("t.jsonl"), text));
    assertThat(read.table().numbers("c")).contains(Double.NaN, 0, 29);
    assertThat(read.notes()).singleElement().asString().contains("\"n/a\"", "row 1");
  }

  @Test
  void a_decimal_comma_can_be_set_for_texts_of_all_formats() throws IOException {
    TableFormat comma =
        new TableFormat(
            TableFormat.AUTO.separator(),
            DecimalMark.COMMA,
            TableFormat.AUTO.header(),
            TableFormat.AUTO.encoding(),
            0,
            TableFormat.MISSING);
    List<String> cells = List.of("2,5", "1.250,75");
    assertThat(TableReader.read(file("jsonl", cells)).notes())
        .singleElement()
        .asString()
        .contains("decimal comma? (data.decimal or --decimal: comma)");
    for (String format : FORMATS) {
      DataFile read = TableReader.read(file(format, cells), ColumnSelection.all(), comma);
      assertThat(read.table().numbers("c")).as(format).containsExactly(2.5, 1250.75);
    }
  }
}

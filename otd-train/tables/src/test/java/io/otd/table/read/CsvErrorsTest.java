// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvErrorsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"Infinity", "-inf", "+Inf"})
  void an_infinite_number_is_reported_as_such(String cell) throws IOException {
    assertThat(Csv.problems(folder, "a,b\n1," + cell + "\n"))
        .singleElement()
        .asString()
        .contains("\"" + cell + "\" (expected: a finite number)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e39", "-1e400"})
  void a_number_beyond_float32_is_refused(String cell) throws IOException {
    assertThat(Csv.problems(folder, "a,b\n1," + cell + "\n"))
        .singleElement()
        .asString()
        .contains("magnitude at most 3.4e38");
  }

  @Test
  void rows_of_the_wrong_length_are_reported_with_line_numbers() throws IOException {
    assertThat(Csv.problems(folder, "a,b,c\n1,2\n1,2,3\n1,2,3,4\n"))
        .satisfiesExactly(
            p -> assertThat(p).contains("line 2: 2 values (expected: 3, as many as columns)"),
            p -> assertThat(p).contains("line 4: 4 values"));
  }

  @Test
  void all_problems_are_reported_at_once() throws IOException {
    assertThat(Csv.problems(folder, "a,b,c\n1e40,2,1\n1\n,2,inf\n")).hasSize(3);
  }

  @Test
  void only_the_first_of_many_bad_rows_are_reported() throws IOException {
    assertThat(Csv.problems(folder, "a,b\n1,2\n" + "1\n".repeat(1000)))
        .hasSize(6)
        .last()
        .asString()
        .contains("995 more rows of a wrong length");
  }

  @Test
  void lines_are_counted_through_quoted_line_breaks() throws IOException {
    assertThat(Csv.problems(folder, "\"a\nb\",c\n1,2\n1,inf\n").get(0)).contains("line 4,");
  }

  @Test
  void an_empty_file_and_a_file_without_rows_are_reported() throws IOException {
    assertThat(Csv.problems(folder, "").get(0)).contains("empty file");
    assertThat(Csv.problems(folder, "\n\n").get(0)).contains("empty file");
    assertThat(Csv.problems(folder, "a,b\n").get(0)).contains("no rows");
  }

  @Test
  void an_unterminated_quote_is_reported() throws IOException {
    assertThat(Csv.problems(folder, "a,b\n3,4\n1,\"2\n5,6\n"))
        .singleElement()
        .asString()
        .contains("line 3: a quoted cell without end");
    assertThat(Csv.problems(folder, "a,b\n1,\"2\"\"\n").get(0)).contains("without end");
    assertThat(Csv.problems(folder, "a,b\n1,\"2\"3\n"))
        .singleElement()
        .asString()
        .contains("line 2: Unexpected character after closing quote: '3'");
  }

  @Test
  void a_quoted_cell_at_end_of_file_is_complete() throws IOException {
    for (String end : new String[] {"\"x\"", "\"x\" ", "\"x\"\n", "\"x\n\"", "\"\"", "\"x\"\"\""}) {
      assertThat(Csv.problems(folder, "a,b\n1," + end)).as(end).isEmpty();
    }
  }

  @Test
  void a_missing_file_or_a_directory_is_reported() {
    assertThat(Csv.problems(folder.resolve("none.csv")).get(0)).contains("no such file");
    assertThat(Csv.problems(folder).get(0)).contains("no table in it (expected: files ");
  }

  @Test
  void invalid_utf8_is_reported_with_its_byte_offset() throws IOException {
    Path file = folder.resolve("latin.csv");
    Files.write(file, "Größe,b\n1,2\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(Csv.problems(file).get(0)).contains("byte 2 is 0xF6, which is not UTF-8 text");
    byte[] far = ("a,b\n" + "1,2\n".repeat(100_000) + "é,1\n").getBytes(StandardCharsets.UTF_8);
    far[400_004 + 1] = '(';
    Files.write(file, far);
    assertThat(Csv.problems(file).get(0)).contains("byte 400004 is 0xC3,");
    Files.write(file, new byte[] {'a', '\n', (byte) 0xe2, (byte) 0x82});
    assertThat(Csv.problems(file).get(0)).contains("byte 2 is 0xE2,");
  }

  @Test
  void a_spreadsheet_is_recognised() throws IOException {
    Path file = folder.resolve("book.xlsx");
    Files.write(file, new byte[] {'P', 'K', 3, 4, 0, 0});
    assertThat(Csv.problems(file).get(0)).contains("save the sheet as CSV");
  }

  @Test
  void a_truncated_gzip_file_is_reported() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write("a,b\n1,2\n".repeat(50).getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve("cut.csv.gz");
    Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() - 12));
    List<String> problems = Csv.problems(file);
    assertThat(problems.get(0)).contains("broken gzip file");
  }
}

package io.otd.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.train.problem.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t"})
  void the_separator_is_found_out(String separator) throws IOException {
    Table table = Csv.table(folder, "a,b,c\n1,2.5,-3e2\n4,.5,+6\n".replace(",", separator));
    assertThat(table.names()).containsExactly("a", "b", "c");
    assertThat(Numbers.of(table, "a")).containsExactly(1, 4);
    assertThat(Numbers.of(table, "b")).containsExactly(2.5, .5);
    assertThat(Numbers.of(table, "c")).containsExactly(-300, 6);
  }

  @Test
  void a_separator_inside_quoted_names_does_not_count() throws IOException {
    Table table = Csv.table(folder, "\"length, in m, or so\";\"x, y\"\n1;2\n");
    assertThat(table.names()).containsExactly("length, in m, or so", "x, y");
  }

  @Test
  void quotes_line_breaks_blanks_and_blank_lines_are_understood() throws IOException {
    Table table = Csv.table(folder, "\"a\"\"b\", c \r\n\r\n \"1\" , 2 \r\n\"3\",4");
    assertThat(table.names()).containsExactly("a\"b", "c");
    assertThat(Numbers.of(table, "c")).containsExactly(2, 4);
  }

  @Test
  void a_byte_order_mark_and_letters_of_any_language_are_understood() throws IOException {
    Table table = Csv.table(folder, "\uFEFFGröße,重さ\n1,2\n");
    assertThat(table.names()).containsExactly("Größe", "重さ");
  }

  @Test
  void a_gzipped_file_is_read_whatever_its_name() throws IOException {
    Path file = folder.resolve("packed.csv");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(Numbers.of(CsvReader.read(file, ColumnSelection.all()).table(), "b"))
        .containsExactly(2);
  }

  @Test
  void the_digest_is_of_the_bytes_on_disk() throws IOException {
    // From sha256sum.
    assertThat(CsvReader.read(Csv.file(folder, "a,b\n1,2\n"), ColumnSelection.all()).sha256())
        .isEqualTo("492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470");
  }

  @Test
  void numbers_are_read_to_the_last_digit() throws IOException {
    Table table = Csv.table(folder, "a,b\n0.1,9007199254740993\n1e-30,123456789.123456789\n");
    assertThat(Numbers.of(table, "a")).containsExactly(0.1, 1e-30);
    assertThat(Numbers.of(table, "b")).containsExactly(9007199254740992d, 123456789.12345679);
  }

  @Test
  void many_rows_keep_their_order() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    IntStream.range(0, 20_000).forEach(i -> text.append(i).append(",1\n"));
    double[] a = Numbers.of(Csv.table(folder, text.toString()), "a");
    assertThat(a).hasSize(20_000);
    for (int i = 0; i < a.length; i++) {
      assertThat(a[i]).isEqualTo(i);
    }
  }

  @Test
  void a_row_of_numbers_takes_eight_bytes_a_column() throws IOException {
    assertThat(Csv.table(folder, "a,b,c\n1,2,3\n").bytesPerRow()).isEqualTo(24);
  }

  @Test
  void columns_that_are_not_read_may_hold_anything() throws IOException {
    Path file = Csv.file(folder, "a,name,b\n1,Ann,2\n3,,4\n");
    assertThat(CsvReader.read(file, new ColumnSelection.Except(Set.of("name"))).table().names())
        .containsExactly("a", "b");
    assertThat(
            CsvReader.read(file, new ColumnSelection.Only(List.of("b"), Set.of("zz")))
                .table()
                .names())
        .containsExactly("b");
  }

  @Test
  void a_selected_column_that_is_not_there_is_named_with_the_nearest_one() throws IOException {
    Path file = Csv.file(folder, "price,area\n1,2\n");
    assertThatThrownBy(
            () -> CsvReader.read(file, new ColumnSelection.Only(List.of("prize"), Set.of())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"prize\": not in the file")
        .hasMessageContaining("did you mean \"price\"?");
  }

  @Test
  void an_unknown_column_of_a_table_is_named_with_the_nearest_one() throws IOException {
    Table table = Csv.table(folder, "price,area\n1,2\n");
    assertThatThrownBy(() -> table.column("aera"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean \"area\"?");
  }
}

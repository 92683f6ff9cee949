// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.otd.core.internal.files.ClassResource;
import io.otd.sources.internal.duckdb.DuckDbConnector;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.read.TableReader;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import io.otd.table.source.WrittenColumn;
import io.otd.table.source.WrittenColumn.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exchanges files with pyarrow and pandas; skipped where {@code OTD_PYTHON}, or {@code python3},
 * has neither.
 */
@Tag("long")
class PyarrowTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws Exception {
    assumeThat(python("-c", "import pyarrow, pandas").exit())
        .as("Python has pyarrow and pandas")
        .isZero();
    script("write_parquet.py", folder);
  }

  private record Finished(int exit, String output) {}

  private static Finished python(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Optional.ofNullable(System.getenv("OTD_PYTHON")).orElse("python3"));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("python.log");
    try {
      int exit =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      return new Finished(exit, Files.readString(output));
    } catch (IOException e) {
      return new Finished(-1, e.toString());
    }
  }

  private static String script(String name, Path argument) throws Exception {
    Path script = folder.resolve(name);
    Files.write(script, ClassResource.bytes(PyarrowTest.class, name));
    Finished finished = python(script.toString(), argument.toString());
    assertThat(finished.exit()).as(finished.output()).isZero();
    return finished.output();
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = (TextColumn) table.column(column);
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "zstd", "gzip", "none"})
  void reads_every_type_written_by_pyarrow(String compression) throws Exception {
    Table table = TableReader.read(folder.resolve(compression + ".parquet")).table();

    assertThat(table.numbers("i8")).containsExactly(1, Double.NaN);
    assertThat(table.numbers("u64")).containsExactly(0x1p53, Double.NaN);
    assertThat(table.numbers("f16")).containsExactly(.5, Double.NaN);
    assertThat(table.numbers("f64")).containsExactly(.1, Double.NaN);
    assertThat(table.numbers("dec")).containsExactly(12345.678, Double.NaN);
    assertThat(table.numbers("wide")).containsExactly(-2.25, Double.NaN);
    assertThat(table.numbers("widest")).containsExactly(9.89, Double.NaN);
    assertThat(texts(table, "flag")).containsExactly("true", "");
    assertThat(texts(table, "word")).containsExactly("größer", "");
    assertThat(texts(table, "kind")).containsExactly("red", "");
    assertThat(texts(table, "day")).containsExactly("2024-03-31", "");
    assertThat(texts(table, "ns")).containsExactly("2024-03-31T02:30:15.25", "");
    assertThat(texts(table, "ms")).containsExactly("2024-03-31T02:30:15.25", "");
    assertThat(texts(table, "utc")).containsExactly("2024-03-31T00:30:00Z", "");
    assertThat(table.numbers("clock")).containsExactly(3630.5, Double.NaN);
    assertThat(table.column("none").missingCells()).isEqualTo(2);
  }

  @Test
  void reads_a_pandas_data_frame_with_its_index_and_categories() throws Exception {
    Table table = TableReader.read(folder.resolve("pandas.parquet")).table();

    assertThat(table.numbers("x")).containsExactly(1.5, 2.5, 3.5);
    assertThat(texts(table, "label")).containsExactly("a", "b", "a");
    assertThat(table.numbers("__index_level_0__")).containsExactly(10, 20, 30);
  }

  @Test
  void reads_a_partitioned_pyarrow_data_set_as_one_table() throws Exception {
    Table table = TableReader.read(folder.resolve("partitioned")).table();

    assertThat(table.rows()).isEqualTo(1000);
    double[] id = table.numbers("id");
    double[] year = table.numbers("year");
    assertThat(Arrays.stream(id).sum()).isEqualTo(499_500);
    assertThat(IntStream.range(0, 1000)).allMatch(row -> year[row] == 2024 + id[row] % 2);
  }

  @Test
  void pyarrow_reads_written_files() throws Exception {
    Path file = folder.resolve("out's.parquet");
    Files.writeString(file, "replaced only in the end");
    TableAddress address = TableAddress.file(file);
    List<WrittenColumn> columns =
        List.of(
            new WrittenColumn("row", Kind.WHOLE),
            new WrittenColumn("q0.05", Kind.NUMBER),
            new WrittenColumn("a \"b\"", Kind.TEXT));

    try (RowWriter writer = new DuckDbConnector().write(address, columns)) {
      writer.write(Arrays.asList(1L, .25f, "größer"));
    }
    assertThat(file).hasContent("replaced only in the end");
    try (RowWriter writer = new DuckDbConnector().write(address, columns)) {
      writer.write(Arrays.asList(1L, .25f, "größer"));
      writer.write(Arrays.asList(2L, Float.POSITIVE_INFINITY, null));
      writer.write(Arrays.asList(null, null, ""));
      writer.commit();
    }

    assertThat(script("read_parquet.py", file).lines())
        .containsExactly(
            "row int64 [1, 2, None]",
            "q0.05 float [0.25, inf, None]",
            "a \"b\" string ['größer', None, '']");
    try (var left = Files.list(folder)) {
      assertThat(left.map(p -> p.getFileName().toString())).noneMatch(n -> n.endsWith(".tmp"));
    }
  }
}

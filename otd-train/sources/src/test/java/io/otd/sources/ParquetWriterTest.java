// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.sources.internal.duckdb.DuckDbConnector;
import io.otd.table.Table;
import io.otd.table.read.TableReader;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import io.otd.table.source.WrittenColumn;
import io.otd.table.source.WrittenColumn.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Written files are complete, or do not exist. */
class ParquetWriterTest {
  private static final List<WrittenColumn> COLUMNS =
      List.of(
          new WrittenColumn("row", Kind.WHOLE),
          new WrittenColumn("the \"mean\"", Kind.NUMBER),
          new WrittenColumn("flag", Kind.TEXT));

  @TempDir private Path folder;

  private RowWriter open(Path file) throws IOException {
    return new DuckDbConnector().write(TableAddress.file(file), COLUMNS);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void rows_round_trip() throws IOException {
    Path file = folder.resolve("it's.parquet");
    try (RowWriter writer = open(file)) {
      writer.write(List.of(9_007_199_254_740_991L, .1f, "a, \"b\""));
      writer.write(Arrays.asList(2L, null, null));
      assertThat(file).doesNotExist();
      writer.commit();
    }

    Table table = TableReader.read(file).table();
    assertThat(table.numbers("row")).containsExactly(9_007_199_254_740_991.0, 2);
    assertThat(table.numbers("the \"mean\"")).containsExactly((double) .1f, Double.NaN);
    assertThat(table.column("flag").texts().text(0)).isEqualTo("a, \"b\"");
    assertThat(table.column("flag").missing(1)).isTrue();
    assertThat(names()).containsExactly("it's.parquet");
  }

  @Test
  void without_commit_the_previous_file_is_kept() throws IOException {
    Path file = Files.writeString(folder.resolve("t.parquet"), "before", StandardCharsets.UTF_8);
    try (RowWriter writer = open(file)) {
      writer.write(List.of(1L, 1f, "x"));
    }

    assertThat(file).hasContent("before");
    assertThat(names()).containsExactly("t.parquet");
  }

  @Test
  void a_missing_folder_is_named() {
    Path file = folder.resolve("none").resolve("t.parquet");

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.resolve("none").toString());
  }
}

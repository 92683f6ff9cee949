// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.BriefJvm;
import io.otd.sources.internal.duckdb.DuckDbConnector;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.read.ColumnReading;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import io.otd.table.source.WrittenColumn;
import io.otd.table.source.WrittenColumn.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

  /** So that they can be joined with the whole numbers of the table from which they come. */
  @Test
  void undeclared_texts_are_whole_numbers_if_all_are() throws IOException {
    Path file = folder.resolve("t.parquet");
    List<WrittenColumn> columns =
        Stream.of("id", "code", "late", "empty")
            .map(name -> new WrittenColumn(name, Kind.UNDECLARED))
            .toList();
    try (RowWriter writer = new DuckDbConnector().write(TableAddress.file(file), columns)) {
      writer.write(Arrays.asList("12", "007", "1", null));
      writer.write(Arrays.asList(null, "8", "x", null));
      writer.write(Arrays.asList("-3", "9", "2", null));
      writer.commit();
    }

    Table table = TableReader.read(file).table();
    assertThat(table.numbers("id")).containsExactly(12, Double.NaN, -3);
    for (String name : List.of("code", "late", "empty")) {
      assertThat(table.column(name)).isInstanceOf(TextColumn.class);
    }
    assertThat(table.column("code").texts().text(0)).isEqualTo("007");
  }

  @Test
  void undeclared_texts_are_numbers_if_all_are_and_a_double_holds_them() throws IOException {
    Path file = folder.resolve("t.parquet");
    List<WrittenColumn> columns =
        Stream.of("price", "wide", "word")
            .map(name -> new WrittenColumn(name, Kind.UNDECLARED))
            .toList();
    try (RowWriter writer = new DuckDbConnector().write(TableAddress.file(file), columns)) {
      writer.write(Arrays.asList("12.50", "9007199254740993", "1.5"));
      writer.write(Arrays.asList("-3", "1.5", "x"));
      writer.write(Arrays.asList(null, "0.1", "2"));
      writer.commit();
    }

    Table table =
        TableReader.read(
                file,
                new ColumnSelection.Except(
                    Set.of(),
                    Set.of(),
                    Map.of("wide", ColumnReading.TEXT, "word", ColumnReading.TEXT),
                    false))
            .table();
    assertThat(table.numbers("price")).containsExactly(12.5, -3, Double.NaN);
    assertThat(table.column("wide").texts().text(0)).isEqualTo("9007199254740993");
    assertThat(table.column("word").texts().text(0)).isEqualTo("1.5");
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

  /** More cells than are kept in memory, and one row more than a part. */
  @Test
  void many_rows_keep_their_order() throws IOException {
    Path file = folder.resolve("t.parquet");
    int rows = 1 << 21;
    try (RowWriter writer = open(file)) {
      for (long row = 0; row < rows; row++) {
        writer.write(Arrays.asList(row, row % 7 * 1f, null));
      }
      writer.commit();
    }

    double[] read = TableReader.read(file).table().numbers("row");
    assertThat(read).hasSize(rows);
    assertThat(IntStream.range(0, rows).filter(row -> read[row] != row)).isEmpty();
  }

  /** Writing to /dev/full fails as on a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void a_full_disk_is_an_error_and_the_device_stays() throws IOException {
    Path file = Files.createSymbolicLink(folder.resolve("t.parquet"), Path.of("/dev/full"));
    try (RowWriter writer = open(file)) {
      writer.write(List.of(1L, 1f, "x"));

      assertThatThrownBy(writer::commit)
          .isInstanceOf(FileSystemException.class)
          .hasMessageStartingWith(file.toString());
    }
    assertThat(names()).containsExactly("t.parquet");
  }

  /** The limit on a file's size stands for that of a disk, which a test cannot set. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void rows_that_have_no_room_are_an_error_and_leave_no_file() throws Exception {
    Path file = folder.resolve("t.parquet");
    List<String> words =
        new ArrayList<>(List.of("-XX:-UsePerfData")); // a file that has the limit, too
    words.addAll(BriefJvm.onClassPath(WriteNoise.class.getName(), file.toString()));
    Process process = new ProcessBuilder(BriefJvm.command(words)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isEqualTo(1);
    assertThat(said).contains("FileSystemException: " + file + ": File too large\n");
    assertThat(names()).isEmpty();
  }

  /** Writes more rows than have room, in a process of its own. */
  static final class WriteNoise {
    private WriteNoise() {}

    /** Ends with an exception. */
    public static void main(String[] args) throws Exception {
      SplittableRandom random = new SplittableRandom(1);
      try (RowWriter writer =
          new DuckDbConnector().write(TableAddress.file(Path.of(args[0])), COLUMNS)) {
        // The engine's library is unpacked by now, for which the limit is too low.
        String pid = String.valueOf(ProcessHandle.current().pid());
        new ProcessBuilder("prlimit", "--pid", pid, "--fsize=65536").inheritIO().start().waitFor();
        for (int row = 0; row < 300_000; row++) {
          writer.write(List.of(random.nextLong(), random.nextInt() * 1f, "x"));
        }
        writer.commit();
      }
    }
  }
}

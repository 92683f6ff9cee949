// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.weight.RowWeights;
import io.otd.table.Column;
import io.otd.table.StoredColumn;
import io.otd.table.Table;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.encoding.EncodingFit;
import io.otd.table.internal.encoding.SchemaInference;
import io.otd.table.internal.encoding.TableRoles;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import io.otd.table.settings.ColumnSettings;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that exceeds its memory limit is the same table: kinds, schema, numbers, places. */
class StoredTableTest {
  /** Two whole pieces of the store and part of a third. */
  private static final int ROWS = 2 * NumberBuffer.CHUNK + 1000;

  /** Less than one piece of each column: all but the first pieces go straight into the file. */
  private static final long MEMORY = 100_000;

  /** Numbers, numbers with gaps, a number that repeats, texts, texts after numbers, a target. */
  private static Path table(Path folder) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    List<String> lines = new ArrayList<>(List.of("a,gap,same,word,late,y"));
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      lines.add(
          "%s,%s,%s,%s,%s,%s"
              .formatted(
                  a,
                  i % 7 == 3 ? "" : random.nextInt(1000) / 8.0,
                  a,
                  List.of("red", "green", "").get(random.nextInt(3)),
                  i == ROWS - 5 ? "none" : random.nextInt(4),
                  Math.exp(a) + random.nextDouble()));
    }
    return Files.write(folder.resolve("t.csv"), lines);
  }

  private static DataFile read(Path file, long memory) {
    return TableReader.read(
        TableAddress.file(file), ColumnSelection.all(), TableFormat.AUTO, memory);
  }

  private static EncodingFit fit(Table table, int[] rows) {
    TableRoles roles = SchemaInference.of(table, List.of("y"), ColumnSettings.STANDARD);
    return EncodingFit.of(
        table, roles, ColumnSettings.STANDARD, rows, RowWeights.equal(rows.length));
  }

  @Test
  void a_stored_table_has_the_same_schema_and_the_same_encoded_rows(@TempDir Path folder)
      throws IOException {
    Path file = table(folder);
    DataFile held = read(file, Long.MAX_VALUE);
    DataFile stored = read(file, MEMORY);
    assertThat(held.table().stored()).isFalse();
    assertThat(stored.table().stored()).isTrue();
    assertThat(stored.sha256()).isEqualTo(held.sha256());
    assertThat(stored.notes()).isEqualTo(held.notes()).hasSize(1);
    assertThat(stored.table().columns())
        .extracting(column -> column instanceof StoredColumn)
        .containsExactly(true, true, true, false, true, true);

    int[] train = IntStream.range(0, ROWS).filter(row -> row % 3 > 0).toArray();
    EncodingFit want = fit(held.table(), train);
    EncodingFit got = fit(stored.table(), train);
    assertThat(got.encoding().schema()).isEqualTo(want.encoding().schema());
    assertThat(got.notices()).isEqualTo(want.notices());
    assertThat(got.notices()).anyMatch(notice -> notice.contains("\"same\" is \"a\""));
    assertThat(got.columns()).isEqualTo(want.columns());
    assertThat(got.encoding().inputs(stored.table(), train))
        .isEqualTo(want.encoding().inputs(held.table(), train));
    assertThat(got.encoding().targets(stored.table(), train))
        .isEqualTo(want.encoding().targets(held.table(), train));
  }

  @Test
  void stored_columns_behave_like_those_in_memory(@TempDir Path folder) throws IOException {
    Path file = table(folder);
    Table held = read(file, Long.MAX_VALUE).table();
    Table stored = read(file, MEMORY).table();
    int[] some = {ROWS - 1, 0, 17, NumberBuffer.CHUNK, NumberBuffer.CHUNK - 1, 17};
    for (Column want : held.columns()) {
      Column got = stored.column(want.name());
      assertThat(got.rows()).isEqualTo(ROWS);
      assertThat(got.missingCells()).isEqualTo(want.missingCells());
      assertThat(got.summary()).isEqualTo(want.summary());
      assertThat(got.cellsHash()).isEqualTo(want.cellsHash());
      assertThat(got.constant(some)).isEqualTo(want.constant(some));
      assertThat(got.constant(new int[] {17, 17})).isTrue();
      assertThat(got.at(some).sameCells(want.at(some))).isTrue();
      assertThat(got.texts().sameCells(want.texts())).isTrue();
    }
    assertThat(stored.place(ROWS - 1)).isEqualTo(held.place(ROWS - 1)).endsWith("line 17385");
    assertThat(stored.at(some).place(0)).isEqualTo(held.place(ROWS - 1));
  }

  @Test
  void a_large_selection_of_a_stored_column_is_stored_too() {
    NumberBuffer numbers = new NumberBuffer(new CellStore(0));
    int size = 200_000;
    IntStream.range(0, size).forEach(i -> numbers.add(i % 5 == 0 ? Double.NaN : i));
    StoredColumn column = new StoredColumn("x", numbers.drainStored());
    int[] odd = IntStream.range(0, size).filter(i -> i % 4 > 0).toArray();
    Column part = column.at(odd);
    assertThat(part).isInstanceOf(StoredColumn.class);
    assertThat(part.missingCells()).isEqualTo(30_000);
    double[] values = part.numbers();
    assertThat(IntStream.range(0, odd.length).allMatch(i -> same(values[i], odd[i]))).isTrue();
    assertThat(column.at(new int[] {3, 199_999}).numbers()).containsExactly(3, 199_999);
  }

  @Test
  void an_interrupt_of_a_reading_thread_leaves_the_table_readable(@TempDir Path folder)
      throws IOException {
    Table stored = read(table(folder), MEMORY).table();
    double[] before = stored.column("a").numbers();
    Thread.currentThread().interrupt();
    double[] meanwhile = stored.column("a").numbers();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(meanwhile).isEqualTo(before);
    assertThat(stored.column("a").numbers()).isEqualTo(before);
  }

  private static boolean same(double value, int row) {
    return row % 5 == 0 ? Double.isNaN(value) : value == row;
  }

  @Test
  void the_temporary_file_is_unlinked(@TempDir Path folder) throws IOException {
    Table stored = read(table(folder), MEMORY).table();
    assertThat(stored.stored()).isTrue();
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("otd-table-"));
    }
    assertThat(stored.numbers("a")).hasSize(ROWS);
  }

  @Test
  void a_bad_cell_of_a_stored_table_is_reported_with_its_line(@TempDir Path folder)
      throws IOException {
    Path file = table(folder);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(17_000, "1,2,3,red,1,1e99");
    Files.write(file, lines);
    assertThatThrownBy(() -> read(file, MEMORY))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "%s, line 17001, column \"y\": \"1e99\" (expected: a number of magnitude at most 3.4e38)"
                .formatted(file));
  }
}

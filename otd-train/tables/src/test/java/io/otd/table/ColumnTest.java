// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.internal.split.FoldsFile;
import io.otd.table.internal.split.RowGroups;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.Csv;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnTest {
  @TempDir Path folder;

  @Test
  void constancy_is_checked_in_the_given_rows_only() {
    NumericColumn column = new NumericColumn("a", new double[] {1, 2, 2, 2});
    assertThat(column.constant(new int[] {1, 3})).isTrue();
    assertThat(column.constant(new int[] {0, 1, 2, 3})).isFalse();
  }

  @Test
  void a_selection_of_rows_retains_nothing_of_the_others() {
    Table table =
        new Table(
            List.of(
                new NumericColumn("a", new double[] {1, 2, Double.NaN, 4}),
                new TextColumn("t", List.of("x", "y", "z"), new int[] {2, 0, -1, 1})));
    Table some = table.at(new int[] {1, 2, 3});
    assertThat(some.rows()).isEqualTo(3);
    assertThat(some.column("a").numbers()).containsExactly(2, Double.NaN, 4);
    assertThat(some.column("t").texts().dictionary()).containsExactly("x", "y");
    assertThat(some.column("t").texts().codes()).containsExactly(0, -1, 1);
    // In the order of their first rows, not in that of the whole dictionary.
    assertThat(table.at(new int[] {3, 1}).column("t").texts().dictionary())
        .containsExactly("y", "x");
    RowGroups groups = new RowGroups(new int[] {0, 1, 0, 2, 3}).at(new int[] {1, 3, 4});
    assertThat(groups.of()).containsExactly(0, 1, 2);
    assertThat(groups.sizes()).containsExactly(1, 1, 1);
  }

  @Test
  void whole_numbers_become_texts_without_decimals() {
    TextColumn texts =
        new NumericColumn("a", new double[] {1, Double.NaN, -0.0, 2.5, 0, 1, 1e20}).texts();
    assertThat(texts.dictionary()).containsExactly("1", "0", "2.5", "1.0E20");
    assertThat(texts.codes()).containsExactly(0, -1, 1, 2, 1, 0, 3);
  }

  @Test
  void detects_columns_with_the_same_cells() {
    Column a = new NumericColumn("a", new double[] {1, Double.NaN});
    Column b = new NumericColumn("b", new double[] {1, Double.NaN});
    Column t = new TextColumn("t", List.of("x"), new int[] {0, -1});
    Column u = new TextColumn("u", List.of("y"), new int[] {0, -1});
    assertThat(a.sameCells(b)).isTrue();
    assertThat(a.cellsHash()).isEqualTo(b.cellsHash());
    assertThat(a.sameCells(t)).isFalse();
    assertThat(t.sameCells(u)).isFalse();
    assertThat(t.sameCells(new TextColumn("v", List.of("x"), new int[] {0, -1}))).isTrue();
  }

  @Test
  void reads_given_folds() throws IOException {
    assertThat(FoldsFile.read(Csv.file(folder, "fold\n0\n3\n1\n"), 1).repeats().get(0))
        .containsExactly(0, 3, 1);
    assertThatThrownBy(() -> FoldsFile.read(Csv.file(folder, "fold\n0\n0.5\n"), 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(", line 3, column \"fold\": 0.5 (expected: a whole number)");
    assertThatThrownBy(() -> FoldsFile.read(Csv.file(folder, "part\n0\n"), 1))
        .hasMessageContaining("column \"fold\": not in the table");
  }

  @Test
  void the_shared_tables_have_the_expected_sizes_and_digests() {
    Path shared = Path.of("..", "..", "..", "shared", "data");
    Assumptions.assumeTrue(Files.isDirectory(shared), "no ../shared/data");
    DataFile concrete =
        TableReader.read(shared.resolve("concrete/data.csv"), ColumnSelection.all());
    assertThat(concrete.table().rows()).isEqualTo(1030);
    assertThat(concrete.table().columns()).hasSize(9);
    assertThat(concrete.sha256())
        .isEqualTo("4eabca2c3f35edd1b8a1561ca1b19abf76757087db71af6ce13f5970d16fb5c3");
    DataFile superconductor =
        TableReader.read(
            shared.resolve("superconductor/partial_4252_of_21263_rows.csv.gz"),
            ColumnSelection.all());
    assertThat(superconductor.table().rows()).isEqualTo(4252);
    assertThat(superconductor.table().columns()).hasSize(82);
    assertThat(FoldsFile.read(shared.resolve("concrete/folds.csv"), 1).repeats().get(0))
        .hasSize(1030);
  }

  @Test
  void the_summary_of_a_date_column_shows_its_range() {
    ColumnProfile profile = TextColumn.of("when", "2024-03-01", "", "2023-12-31 10:00").summary();

    assertThat(profile.kind()).isEqualTo("date");
    assertThat(profile.values()).isEqualTo("2023-12-31 to 2024-03-01");
    assertThat(profile.missing()).isOne();
  }
}

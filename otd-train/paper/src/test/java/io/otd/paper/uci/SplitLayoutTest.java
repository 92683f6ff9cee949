// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.internal.split.RowGroups;
import io.otd.table.internal.split.Split;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitLayoutTest {
  private static final Path SETS = Path.of("..", "..", "..", "shared", "data", "uci");

  @TempDir Path folder;

  @Test
  void a_data_set_becomes_a_table_with_one_repeat_per_split() throws IOException {
    SplitFiles.write(folder.resolve("sets/line/data"), 3);
    Files.createDirectories(folder.resolve("sets/nothing"));
    List<SplitLayout> found = SplitLayout.in(folder.resolve("sets"));
    assertThat(found).extracting(SplitLayout::name).containsExactly("line");
    SplitLayout.Converted converted = found.get(0).convert(folder.resolve("out"));
    assertThat(converted.splits()).isEqualTo(3);
    assertThat(Files.readAllLines(converted.table()))
        .hasSize(SplitFiles.ROWS + 1)
        .startsWith("x1,x3,x4,y", "0,1.5e-1,0,0", "1,1.5e-1,1,3", "2,1.5e-1,2,6");
    Folds folds = FoldsFile.read(converted.folds(), 3);
    assertThat(folds.parts())
        .containsExactly(new Folds.Part(0, 0), new Folds.Part(1, 0), new Folds.Part(2, 0));
    Split split = folds.rule(new Folds.Part(1, 0), 0, 0).split(RowGroups.single(SplitFiles.ROWS));
    assertThat(split.test()).containsExactly(1, 6, 11, 16, 21, 26);
    assertThat(split.train())
        .containsExactlyInAnyOrder(
            IntStream.range(0, SplitFiles.ROWS).filter(i -> i % 5 != 1).toArray());
  }

  @Test
  void missing_or_malformed_files_are_reported_by_name() throws IOException {
    assertThatThrownBy(() -> SplitLayout.in(folder.resolve("none")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no data set (expected: folders with data.txt");
    Path line = SplitFiles.write(folder.resolve("line"), 1);
    SplitLayout layout = new SplitLayout("line", line);
    Files.writeString(line.resolve("index_test_0.txt"), "0\n30\n");
    assertWrong(layout, "index_test_0.txt: row 30 (expected: below 30, each row once");
    Files.writeString(line.resolve("index_test_0.txt"), "0\n0\n");
    assertWrong(layout, "index_test_0.txt: row 0 (expected: below 30, each row once");
    Files.writeString(line.resolve("index_test_0.txt"), "0\n");
    assertWrong(layout, "row 5 neither in index_train_0.txt nor in index_test_0.txt");
    Files.writeString(line.resolve("index_test_0.txt"), "-1\n");
    assertWrong(layout, "index_test_0.txt: -1 (expected: a whole number of at least 0)");
    Files.delete(line.resolve("index_test_0.txt"));
    assertWrong(layout, "no index_test_0.txt (expected: at least one split)");
    Files.writeString(line.resolve("index_target.txt"), "0\n2\n");
    assertWrong(layout, "3 inputs, 2 targets (expected: at least one input, one target)");
    Files.writeString(line.resolve("index_target.txt"), "7\n");
    assertWrong(layout, "data.txt, line 1: 5 numbers (expected: at least 8)");
    Files.delete(line.resolve("index_target.txt"));
    assertWrong(layout, "index_target.txt: not there (expected: numbers, one a line)");
  }

  private void assertWrong(SplitLayout layout, String message) {
    assertThatThrownBy(() -> layout.convert(folder.resolve("out")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void the_available_sets_have_twenty_splits_testing_a_tenth_of_the_rows() throws IOException {
    assumeTrue(Files.isDirectory(SETS), "no data sets at " + SETS);
    for (SplitLayout set : SplitLayout.in(SETS)) {
      SplitLayout.Converted converted = set.convert(folder.resolve(set.name()));
      int rows = TableReader.read(converted.table()).table().rows();
      assertThat(converted.splits()).as(set.name()).isEqualTo(20);
      for (int[] fold : FoldsFile.read(converted.folds(), 20).repeats()) {
        assertThat(fold).hasSize(rows);
        assertThat(Arrays.stream(fold).filter(f -> f == 0).count())
            .isBetween(rows / 10L, rows / 10L + 1);
      }
    }
  }
}

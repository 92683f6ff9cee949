// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.NumericColumn;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Properties of the splits, on many random tables of rows and groups. */
class FoldsTest {
  private static final int CASES = 300;

  @TempDir Path folder;

  /** Groups of random sizes, from single rows to a few large groups. */
  private static RowGroups groups(SplittableRandom random, int rows) {
    int groups = 1 + random.nextInt(rows);
    return RowGroups.of(
        new NumericColumn(
            "g", IntStream.range(0, rows).mapToDouble(i -> random.nextInt(groups)).toArray()));
  }

  private static int[] sizes(int[] folds, int count) {
    int[] sizes = new int[count];
    Arrays.stream(folds).forEach(f -> sizes[f]++);
    return sizes;
  }

  @Test
  void fold_sizes_differ_by_at_most_one_row_without_groups() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < CASES; i++) {
      int rows = 2 + random.nextInt(500);
      int count = 2 + random.nextInt(Math.min(rows, 10) - 1);
      int[] folds =
          Folds.random(RowGroups.single(rows), count, 1, random.nextLong()).repeats().get(0);
      int[] sizes = sizes(folds, count);
      assertThat(
              Arrays.stream(sizes).max().orElseThrow() - Arrays.stream(sizes).min().orElseThrow())
          .as("%d rows, %d folds", rows, count)
          .isLessThanOrEqualTo(1);
    }
  }

  @Test
  void each_repeat_tests_every_row_once_and_splits_no_group() {
    SplittableRandom random = new SplittableRandom(2);
    int tried = 0;
    while (tried < CASES) {
      int rows = 12 + random.nextInt(300);
      RowGroups groups = groups(random, rows);
      int count = 2 + random.nextInt(5);
      if (groups.count() < count + 2) {
        continue; // the rows outside a fold could be a single group, with nothing left to train on
      }
      tried++;
      long seed = random.nextLong();
      Folds folds = Folds.random(groups, count, 2, seed);
      assertThat(folds.parts()).hasSize(2 * count);
      int[] tested = new int[rows];
      for (Folds.Part part : folds.parts()) {
        Split split = folds.rule(part, 0.2, seed).split(groups);
        requireWhole(split, groups);
        Arrays.stream(split.test()).forEach(row -> tested[row]++);
      }
      assertThat(tested).containsOnly(2);
    }
  }

  @Test
  void a_holdout_splits_no_group_and_is_close_to_the_requested_size() {
    SplittableRandom random = new SplittableRandom(3);
    int tried = 0;
    while (tried < CASES) {
      int rows = 50 + random.nextInt(300);
      RowGroups groups = groups(random, rows);
      if (groups.count() < 20) {
        continue;
      }
      tried++;
      Split split = new SplitRule.Holdout(0.3, 0.2, random.nextLong()).split(groups);
      requireWhole(split, groups);
      int largest = Arrays.stream(groups.sizes()).max().orElseThrow();
      assertThat((double) split.test().length)
          .isBetween(0.3 * rows - largest, 0.3 * rows + largest);
    }
  }

  private static void requireWhole(Split split, RowGroups groups) {
    List<int[]> parts = List.of(split.train(), split.validation(), split.test());
    int[] all = parts.stream().flatMapToInt(Arrays::stream).sorted().toArray();
    assertThat(all).containsExactly(IntStream.range(0, groups.rows()).toArray());
    Set<Integer> seen = new HashSet<>();
    for (int[] part : parts) {
      Set<Integer> here = new HashSet<>();
      Arrays.stream(part).forEach(row -> here.add(groups.of()[row]));
      for (int group : here) {
        assertThat(seen.add(group)).as("group %d is on one side", group).isTrue();
      }
    }
  }

  /** With sizes 6, 5, 4, 3, 2, 1 and three folds, the longest first gives 7 rows to each. */
  @Test
  void groups_are_distributed_evenly_over_folds() {
    double[] of =
        IntStream.of(6, 5, 4, 3, 2, 1)
            .boxed()
            .flatMap(size -> Stream.generate(() -> size).limit(size))
            .mapToDouble(Integer::doubleValue)
            .toArray();
    RowGroups groups = RowGroups.of(new NumericColumn("g", of));
    for (long seed = 0; seed < 20; seed++) {
      assertThat(sizes(Folds.random(groups, 3, 1, seed).repeats().get(0), 3))
          .containsExactly(7, 7, 7);
    }
  }

  @Test
  void each_row_is_in_each_fold_equally_often() {
    int[] count = new int[7];
    int seeds = 2000;
    for (long seed = 0; seed < seeds; seed++) {
      int[] folds = Folds.random(RowGroups.single(7), 2, 1, seed).repeats().get(0);
      IntStream.range(0, 7).filter(i -> folds[i] == 1).forEach(i -> count[i]++);
    }
    // Three of seven rows: binomial(2000, 3/7), mean 857, standard deviation 22; five of them.
    assertThat(IntStream.of(count).boxed()).allSatisfy(c -> assertThat(c).isBetween(747, 967));
  }

  @Test
  void folds_are_reproducible_and_differ_between_repeats_and_seeds() {
    RowGroups rows = RowGroups.single(200);
    Folds folds = Folds.random(rows, 5, 2, 7);
    assertThat(Folds.random(rows, 5, 2, 7).repeats().get(1)).isEqualTo(folds.repeats().get(1));
    assertThat(folds.repeats().get(0)).isNotEqualTo(folds.repeats().get(1));
    assertThat(Folds.random(rows, 5, 1, 8).repeats().get(0)).isNotEqualTo(folds.repeats().get(0));
    assertThat(Folds.random(rows, 5, 1, 7).repeats().get(0)).isEqualTo(folds.repeats().get(0));
  }

  /** Ten pairs; of five of them, one row each counts. */
  @Test
  void random_folds_are_of_the_rows_that_count() {
    RowGroups pairs = new RowGroups(IntStream.range(0, 20).map(i -> i / 2).toArray());
    int[] rows = {0, 2, 4, 6, 8};
    int[] folds = Folds.random(pairs, rows, 5, 1, 3).repeats().get(0);
    assertThat(Arrays.stream(rows).map(row -> folds[row]).sorted()).containsExactly(0, 1, 2, 3, 4);
    for (int row = 0; row < 20; row++) {
      assertThat(folds[row]).isEqualTo(row < 10 ? folds[row / 2 * 2] : -1);
    }
    assertThatThrownBy(() -> Folds.random(pairs, rows, 6, 1, 3))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("folds: 6 (expected: at most 5, the number of rows)");
  }

  @Test
  void a_chronological_split_tests_on_the_last_rows() {
    Split split = new SplitRule.Chronological(0.2, 0.25).split(20);
    assertThat(split.train()).containsExactly(IntStream.range(0, 12).toArray());
    assertThat(split.validation()).containsExactly(12, 13, 14, 15);
    assertThat(split.test()).containsExactly(16, 17, 18, 19);
    RowGroups pairs = RowGroups.of(new NumericColumn("g", new double[] {0, 0, 1, 1}));
    assertThatThrownBy(() -> new SplitRule.Chronological(0.2, 0.2).split(pairs))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("divides groups");
  }

  @Test
  void folds_and_repeats_round_trip_through_a_file() throws IOException {
    Folds folds = Folds.random(RowGroups.single(40), 4, 3, 5);
    Path file = Files.writeString(folder.resolve("folds.csv"), FoldsFile.csv(folds));
    assertThat(Files.readAllLines(file)).first().isEqualTo("fold,fold_1,fold_2");
    Folds read = FoldsFile.read(file, 3);
    for (int repeat = 0; repeat < 3; repeat++) {
      assertThat(read.repeats().get(repeat)).isEqualTo(folds.repeats().get(repeat));
    }
    assertThatThrownBy(() -> FoldsFile.read(file, 4)).hasMessageContaining("\"fold_3\"");
  }

  @Test
  void impossible_splits_are_rejected() {
    RowGroups pairs = RowGroups.of(new NumericColumn("g", new double[] {3, 3, 8, 8, 3}));
    assertThatThrownBy(() -> Folds.random(pairs, 3, 1, 0))
        .isInstanceOf(InputException.class)
        .hasMessage("folds: 3 (expected: at most 2, the number of groups)");
    assertThatThrownBy(() -> Folds.random(RowGroups.single(3), 4, 1, 0))
        .hasMessage("folds: 4 (expected: at most 3, the number of rows)");
    Folds given = new Folds(List.of(new int[] {0, 1, 1, 0, 0}), Optional.empty());
    assertThatThrownBy(() -> given.rule(new Folds.Part(0, 1), 0.5, 0).split(pairs))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("rows 1 and 2 are of one group, but in folds 0 and 1");
    assertThatThrownBy(() -> given.rule(new Folds.Part(1, 1), 0.5, 0))
        .hasMessage("repeat: 1 (expected: from 0 to 0)");
    assertThatThrownBy(() -> RowGroups.of(new NumericColumn("who", new double[] {1, Double.NaN})))
        .isInstanceOf(InputException.class)
        .hasMessage("row 2, column \"who\": missing (expected: the row's group)");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitRuleTest {
  @ParameterizedTest
  @ValueSource(ints = {3, 20, 103, 1030, 10_000})
  void the_parts_are_disjoint_complete_and_of_the_sizes_asked_for(int rows) {
    Split split = new SplitRule.Holdout(0.2, 0.1, 7).split(rows);
    assertThat(all(split)).containsExactly(IntStream.range(0, rows).toArray());
    long test = Math.max(1, Math.round(0.2 * rows));
    assertThat(split.test()).hasSize((int) test);
    assertThat(split.validation()).hasSize((int) Math.max(1, Math.round(0.1 * (rows - test))));
  }

  private static int[] all(Split split) {
    return Stream.of(split.train(), split.validation(), split.test())
        .flatMapToInt(IntStream::of)
        .sorted()
        .toArray();
  }

  @Test
  void the_seed_determines_the_split() {
    Split split = new SplitRule.Holdout(0.2, 0.1, 7).split(1000);
    assertThat(new SplitRule.Holdout(0.2, 0.1, 7).split(1000).test()).isEqualTo(split.test());
    assertThat(new SplitRule.Holdout(0.2, 0.1, 8).split(1000).test()).isNotEqualTo(split.test());
  }

  /** Computed by an independent program from the definition in {@link Shuffle}. */
  @Test
  void the_shuffle_matches_the_documented_order() {
    assertThat(new Shuffle(0, 1).order(10)).containsExactly(5, 8, 7, 1, 0, 6, 2, 4, 3, 9);
  }

  /** More repeats of folds and of assignments to members than are used in practice. */
  @Test
  void each_use_of_a_seed_has_an_order_of_its_own() {
    List<Integer> streams =
        new ArrayList<>(
            List.of(Shuffle.TEST, Shuffle.VALIDATION, Shuffle.CALIBRATION, Shuffle.SUBSET));
    for (int i = 0; i < 200; i++) {
      streams.add(Shuffle.FOLDS + i);
      streams.add(Shuffle.MEMBERS - i);
    }
    assertThat(streams.stream().map(s -> Arrays.toString(new Shuffle(7, s).order(50))))
        .doesNotHaveDuplicates();
  }

  /** 20 rows in the order in which calibration rows or the folds of the first repeat are chosen. */
  @Test
  void calibration_rows_do_not_follow_the_order_of_the_folds() {
    Folds folds = Folds.random(RowGroups.single(20), 20, 1, 7);
    Split split =
        new Split(IntStream.range(0, 20).toArray(), new int[0], new int[0])
            .withCalibration(RowGroups.single(20), .25, 7);
    int[] theirs = Arrays.stream(split.calibration()).map(i -> folds.repeats().get(0)[i]).toArray();
    assertThat(theirs).hasSize(5);
    assertThat(Arrays.stream(theirs).sorted().toArray()).isNotEqualTo(new int[] {0, 1, 2, 3, 4});
  }

  @Test
  void each_row_is_a_test_row_equally_often() {
    int[] count = new int[10];
    int splits = 2000;
    for (int seed = 0; seed < splits; seed++) {
      for (int row : new SplitRule.Holdout(0.2, 0, seed).split(10).test()) {
        count[row]++;
      }
    }
    // Binomial(2000, 0.2): mean 400, standard deviation 18; five of them for ten rows.
    assertThat(IntStream.of(count).boxed()).allSatisfy(c -> assertThat(c).isBetween(310, 490));
  }

  @Test
  void a_fraction_of_zero_gives_an_empty_part() {
    Split split = new SplitRule.Holdout(0, 0, 1).split(5);
    assertThat(split.test()).isEmpty();
    assertThat(split.validation()).isEmpty();
    assertThat(split.train()).hasSize(5);
  }

  @Test
  void too_few_rows_are_rejected() {
    assertThatThrownBy(() -> new SplitRule.Holdout(0.2, 0.1, 0).split(2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no training row left of 2 rows");
  }

  @Test
  void a_given_fold_is_the_test_part() {
    int[] folds = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0};
    Split split = new SplitRule.OneFold(folds, 1, 0.3, 5).split(10);
    assertThat(split.test()).containsExactly(1, 4, 7);
    assertThat(split.validation()).hasSize(2).doesNotContain(1, 4, 7);
    assertThat(split.train()).hasSize(5).doesNotContain(1, 4, 7).doesNotContain(split.validation());
  }

  @Test
  void fractions_are_of_the_rows_that_are_split() {
    RowGroups all = RowGroups.single(100);
    int[] some = IntStream.range(0, 50).map(i -> 2 * i).toArray();
    Split random = new SplitRule.Holdout(0.2, 0.25, 7).split(all, some);
    assertThat(random.test()).hasSize(10);
    assertThat(random.validation()).hasSize(10);
    assertThat(
            Stream.of(random.train(), random.validation(), random.test())
                .flatMapToInt(Arrays::stream)
                .sorted())
        .containsExactly(Arrays.stream(some).boxed().toArray(Integer[]::new));
    Split inTime = new SplitRule.Chronological(0.1, 0).split(all, some);
    assertThat(inTime.test()).containsExactly(90, 92, 94, 96, 98);
    int[] folds = IntStream.range(0, 100).map(i -> i / 10).toArray();
    assertThat(new SplitRule.OneFold(folds, 3, 0, 7).split(all, some).test())
        .containsExactly(30, 32, 34, 36, 38);
    assertThatThrownBy(() -> new SplitRule.OneFold(folds, 3, 0, 7).split(all, new int[] {1, 2}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("fold: 3 (expected: one of [0])");
  }

  /** Groups of ten rows of which one is split: a fifth of these is a fifth of the groups. */
  @Test
  void of_a_group_only_the_rows_that_are_split_count() {
    RowGroups tens = new RowGroups(IntStream.range(0, 1000).map(i -> i / 10).toArray());
    int[] firsts = IntStream.range(0, 100).map(i -> 10 * i).toArray();
    Split split = new SplitRule.Holdout(0.2, 0, 7).split(tens, firsts);
    assertThat(split.test()).hasSize(20);
    assertThat(split.withCalibration(tens, 0.25, 7).calibration()).hasSize(20);
    assertThat(tens.count(firsts)).isEqualTo(100);
    for (MemberRows member : MemberRows.apart(tens, split.train(), 5, .2, 1)) {
      assertThat(member.validation()).hasSize(16);
    }
  }

  @Test
  void mismatched_folds_are_rejected() {
    int[] folds = {0, 1, 0};
    assertThatThrownBy(() -> new SplitRule.OneFold(folds, 1, 0.3, 5).split(4))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("folds: 3 rows (expected: 4");
    assertThatThrownBy(() -> new SplitRule.OneFold(folds, 9, 0.3, 5).split(3))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("fold: 9 (expected: one of [0, 1])");
  }

  @Test
  void a_fraction_out_of_range_is_refused() {
    assertThatThrownBy(() -> new SplitRule.Holdout(1, 0.1, 0))
        .hasMessageContaining("test fraction: 1.0");
    assertThatThrownBy(() -> new SplitRule.Holdout(0.1, Double.NaN, 0))
        .hasMessageContaining("validation fraction: NaN");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemberRowsTest {
  private static final int[] ROWS = IntStream.range(10, 33).toArray();

  private static List<MemberRows> apart(int[] rows, int members, double fraction, long seed) {
    return MemberRows.apart(RowGroups.single(40), rows, members, fraction, seed);
  }

  private static int[] both(MemberRows member) {
    return IntStream.concat(Arrays.stream(member.train()), Arrays.stream(member.validation()))
        .sorted()
        .toArray();
  }

  @Test
  void every_row_is_held_out_by_one_member_and_trains_the_others() {
    List<MemberRows> members = apart(ROWS, 5, .2, 3);
    List<Integer> held = new ArrayList<>();
    for (MemberRows member : members) {
      assertThat(both(member)).isEqualTo(ROWS);
      assertThat(member.train()).isSorted();
      assertThat(member.validation()).isSorted().hasSizeBetween(4, 5);
      Arrays.stream(member.validation()).forEach(held::add);
    }
    assertThat(held).containsExactlyInAnyOrderElementsOf(Arrays.stream(ROWS).boxed().toList());
  }

  @Test
  void members_beyond_the_number_of_parts_use_another_shuffle() {
    List<MemberRows> members = apart(ROWS, 10, .2, 3);
    List<Integer> held = new ArrayList<>();
    members.subList(5, 10).forEach(m -> Arrays.stream(m.validation()).forEach(held::add));
    assertThat(held).containsExactlyInAnyOrderElementsOf(Arrays.stream(ROWS).boxed().toList());
    assertThat(members.get(5).validation()).isNotEqualTo(members.get(0).validation());
    assertThat(apart(ROWS, 2, .1, 3).get(0).validation()).hasSizeBetween(2, 3);
  }

  @Test
  void held_out_rows_depend_only_on_the_seed() {
    assertThat(apart(ROWS, 5, .2, 3).get(2).validation())
        .isEqualTo(apart(ROWS, 3, .2, 3).get(2).validation())
        .isNotEqualTo(apart(ROWS, 5, .2, 4).get(2).validation());
  }

  @Test
  void works_with_very_few_rows() {
    for (MemberRows member : apart(new int[] {4, 7, 9}, 5, .2, 0)) {
      assertThat(member.train()).hasSize(2);
      assertThat(member.validation()).hasSize(1);
    }
    MemberRows one = apart(new int[] {4}, 5, .2, 0).get(4);
    assertThat(one.train()).containsExactly(4);
    assertThat(one.validation()).isEmpty();
  }

  /** Rows 0 to 39 in groups of four; twenty of them. */
  @Test
  void a_group_is_held_out_as_a_whole() {
    RowGroups groups = new RowGroups(IntStream.range(0, 40).map(i -> i / 4).toArray());
    int[] rows = IntStream.range(8, 28).toArray();
    List<Integer> held = new ArrayList<>();
    for (MemberRows member : MemberRows.apart(groups, rows, 5, .2, 1)) {
      assertThat(member.validation()).hasSize(4);
      assertThat(Arrays.stream(member.validation()).map(row -> row / 4).distinct().count())
          .isEqualTo(1);
      Arrays.stream(member.validation()).forEach(held::add);
    }
    assertThat(held).hasSize(20).doesNotHaveDuplicates();
    RowGroups one = new RowGroups(new int[40]);
    assertThat(MemberRows.apart(one, rows, 5, .2, 1).get(0).validation()).isEmpty();
  }

  @Test
  void a_subset_has_the_requested_size_and_only_given_rows() {
    assertThat(Subset.of(ROWS, 23, 1)).isSameAs(ROWS);
    int[] some = Subset.of(ROWS, 9, 1);
    assertThat(some).hasSize(9).isSorted().doesNotHaveDuplicates();
    assertThat(Arrays.stream(some).boxed().toList())
        .isSubsetOf(Arrays.stream(ROWS).boxed().toList());
    assertThat(Subset.of(ROWS, 9, 2)).isNotEqualTo(some);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.train.internal.network.TrainingRows;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FieldDataTest {
  /** Ten cases on three points; value 100 case + point. */
  private static final FieldData DATA =
      FieldData.of(
          new ParametricFields(
              new FieldPoints(
                  List.of("mu"),
                  List.of("x", "y"),
                  IntStream.range(0, 10).mapToObj(i -> new double[] {i}).toArray(double[][]::new),
                  new double[][] {{.1, .2}, {.3, .4}, {.5, .6}}),
              List.of("u"),
              IntStream.range(0, 10)
                  .mapToObj(i -> new double[] {100 * i, 100 * i + 1, 100 * i + 2})
                  .toArray(double[][]::new)));

  @Test
  void rows_hold_parameter_and_coordinates_case_by_case() {
    TrainingRows rows = DATA.rows(new int[] {4, 7});
    assertThat(rows.rows()).isEqualTo(6);
    assertThat(rows.x())
        .containsExactly(
            4, .1f, .2f, 4, .3f, .4f, 4, .5f, .6f, 7, .1f, .2f, 7, .3f, .4f, 7, .5f, .6f);
    assertThat(rows.y()).containsExactly(400, 401, 402, 700, 701, 702);
    assertThat(DATA.observed(7)).isDeepEqualTo(new double[][] {{700}, {701}, {702}});
  }

  @Test
  void smaller_shares_are_subsets_of_larger_ones_without_test_cases() {
    Set<Integer> test = set(DATA.test(1));
    for (long seed = 0; seed < 20; seed++) {
      int[] half = DATA.training(.5, seed);
      assertThat(half).hasSize(4).isSorted();
      assertThat(set(DATA.training(1, seed))).containsAll(set(half)).hasSize(8);
      assertThat(set(half)).containsAll(set(DATA.training(.25, seed)));
      assertThat(set(half)).doesNotContainAnyElementsOf(test);
    }
    Set<Set<Integer>> choices = new HashSet<>();
    IntStream.range(0, 20).forEach(seed -> choices.add(set(DATA.training(.5, seed))));
    assertThat(choices.size()).isGreaterThan(5);
  }

  @Test
  void a_share_of_the_test_cases_is_spread_over_them() {
    assertThat(DATA.test(1)).containsExactly(2, 7);
    assertThat(DATA.test(.5)).containsExactly(2);
    FieldData paper =
        new FieldData(DATA.fields(), io.otd.paper.ginzburglandau.GinzburgLandauSplit.of(256));
    int[] half = paper.test(.5);
    assertThat(half).hasSize(26).startsWith(0, 10, 12, 36);
  }

  private static Set<Integer> set(int[] values) {
    return Arrays.stream(values).boxed().collect(Collectors.toSet());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawRoundsTest {
  @Test
  void a_single_kind_gets_all_rounds() {
    assertThat(DrawRounds.of(List.of(.25), 4).components()).containsExactly(0, 0, 0, 0);
  }

  @Test
  void every_kind_gets_at_least_one_round() {
    DrawRounds rounds = DrawRounds.of(List.of(1e-9, 1.0, 1e-9), 2);
    assertThat(rounds.components()).containsExactlyInAnyOrder(0, 1, 2);
  }

  /** Every count is its share rounded up or down, and every prefix is within one round of it. */
  @Test
  void counts_and_prefixes_follow_the_weights() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 200; trial++) {
      List<Double> weights =
          IntStream.range(0, 2 + trial % 3).mapToObj(c -> .1 + random.nextDouble()).toList();
      double sum = weights.stream().mapToDouble(w -> w).sum();
      int all = 40 + trial;
      DrawRounds rounds = DrawRounds.of(weights, all);
      assertThat(rounds.components()).hasSize(all);
      for (int c = 0; c < weights.size(); c++) {
        double share = weights.get(c) / sum;
        assertThat((double) rounds.count(c)).isCloseTo(share * all, within(1.0));
        int given = 0;
        for (int round = 1; round <= all; round++) {
          given += rounds.components().get(round - 1) == c ? 1 : 0;
          assertThat((double) given).isCloseTo(share * round, within(2.0));
        }
      }
    }
  }

  @Test
  void places_map_rounds_to_kinds_stored_one_after_another() {
    DrawRounds rounds = DrawRounds.of(List.of(.5, .2, .3), 10);
    int[] places = rounds.places();
    assertThat(places).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    for (int round = 0; round < 10; round++) {
      int kind = rounds.components().get(round);
      assertThat(places[round])
          .isBetween(kind == 0 ? 0 : kind == 1 ? 5 : 7, kind == 0 ? 4 : kind == 1 ? 6 : 9);
    }
    float[] merged =
        rounds.merged(
            List.of(new float[] {0, 1, 2, 3, 4}, new float[] {5, 6}, new float[] {7, 8, 9}), 1);
    for (int round = 0; round < 10; round++) {
      assertThat(merged[round]).isEqualTo(places[round]);
    }
  }
}

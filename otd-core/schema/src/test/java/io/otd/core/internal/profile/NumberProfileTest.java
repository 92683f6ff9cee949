// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NumberProfileTest {
  /** Counted one by one; shares are rounded to six digits. */
  @Test
  void shares_match_the_empirical_distribution_function() {
    SplittableRandom random = new SplittableRandom(1);
    double[] numbers =
        random
            .doubles(2500)
            .map(u -> u < .2 ? Double.NaN : Math.rint(100 * u * u * u) / 10)
            .toArray();
    NumberProfile profile = NumberProfile.of("x", numbers);
    double[] present = Arrays.stream(numbers).filter(v -> !Double.isNaN(v)).toArray();
    for (int i = 0; i < profile.values().size(); i++) {
      float value = profile.values().get(i);
      long atMost = Arrays.stream(present).filter(v -> (float) v <= value).count();
      assertThat(profile.shares().get(i))
          .isCloseTo((double) atMost / present.length, org.assertj.core.data.Offset.offset(1e-6));
    }
    assertThat(profile.missing())
        .isCloseTo(1 - present.length / 2500.0, org.assertj.core.data.Offset.offset(1e-6));
  }

  @Test
  void distinct_numbers_are_profiled_at_every_percentile() {
    double[] numbers = new SplittableRandom(2).doubles(5000).toArray();
    NumberProfile profile = NumberProfile.of("x", numbers);
    assertThat(profile.values()).hasSize(101);
    assertThat(profile.least()).isEqualTo((float) Arrays.stream(numbers).min().orElseThrow());
    assertThat(profile.greatest()).isEqualTo((float) Arrays.stream(numbers).max().orElseThrow());
    for (int i = 1; i < 101; i++) {
      assertThat(profile.shares().get(i) - profile.shares().get(i - 1)).isBetween(.0098, .0102);
    }
  }

  @Test
  void a_few_distinct_numbers_are_all_listed() {
    NumberProfile profile = NumberProfile.of("x", new double[] {3, -0.0, 0, 1, 3, 3, Double.NaN});
    assertThat(profile.values()).containsExactly(0f, 1f, 3f);
    assertThat(profile.shares()).containsExactly(.333333, .5, 1.0);
    assertThat(profile.missing()).isEqualTo(.142857);
  }

  @Test
  void a_column_may_have_no_numbers() {
    NumberProfile profile = NumberProfile.of("x", new double[] {Double.NaN});
    assertThat(profile.absent()).isTrue();
    assertThat(profile.missing()).isEqualTo(1);
  }

  @Test
  void refuses_an_invalid_distribution_function() {
    assertThatThrownBy(() -> new NumberProfile("x", 0, List.of(1f, 1f), List.of(.5, 1.0)))
        .hasMessageContaining("profile of \"x\": values [1.0, 1.0]");
    assertThatThrownBy(() -> new NumberProfile("x", 0, List.of(1f, 2f), List.of(.5, .9)))
        .hasMessageContaining("the last share 1");
    assertThatThrownBy(() -> new NumberProfile("x", Double.NaN, List.of(), List.of()))
        .hasMessageContaining("missing NaN");
  }
}

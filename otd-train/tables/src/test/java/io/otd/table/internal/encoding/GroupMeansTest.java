// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupMeansTest {
  private static final int GROUPS = 2000;
  private static final int ROWS = 5 * GROUPS;

  private final SplittableRandom random = new SplittableRandom(7);

  /** Five rows for each group: an effect of the group and noise, of variance 1 together. */
  private GroupMeans means(double share) {
    double[] effects =
        IntStream.range(0, GROUPS)
            .mapToDouble(j -> Math.sqrt(share) * random.nextGaussian())
            .toArray();
    int[] groups = IntStream.range(0, ROWS).map(i -> i % GROUPS).toArray();
    double[] target =
        IntStream.of(groups)
            .mapToDouble(j -> effects[j] + Math.sqrt(1 - share) * random.nextGaussian())
            .toArray();
    return GroupMeans.of(groups, GROUPS, target);
  }

  @Test
  void the_variance_is_split_into_that_of_the_groups_and_noise() {
    GroupMeans means = means(.3);

    assertThat(means.spread()).isCloseTo(.3, within(.03));
    assertThat(means.noise()).isCloseTo(.7, within(.03));
  }

  /** A share of s is 5 s / (1 - s) times the noise of a mean of five rows. */
  @Test
  void groups_are_informative_above_twice_the_noise_of_a_mean() {
    assertThat(means(.36)).matches(means -> means.informative(means.spread()));
    assertThat(means(.22)).matches(means -> !means.informative(means.spread()));
    assertThat(means(0)).matches(means -> !means.informative(means.spread()));
  }

  @Test
  void a_difference_that_hardly_matters_is_left_alone() {
    GroupMeans exact = new GroupMeans(new int[] {9, 9}, new double[] {1, -1}, 0);

    assertThat(exact.informative(.03)).isTrue();
    assertThat(exact.informative(.01)).isFalse();
  }

  @Test
  void rows_without_a_group_do_not_count() {
    GroupMeans means = GroupMeans.of(new int[] {0, -1, 0, 1}, 2, new double[] {1, 100, 3, -2});

    assertThat(means.counts()).containsExactly(2, 1);
    assertThat(means.means()).containsExactly(2, -2);
    assertThat(means.noise()).isEqualTo(2);
  }
}

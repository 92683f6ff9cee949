// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RowMeanTest {
  private static final double[] VALUES = {3, -1, 4, 1, -5, 9, 2};
  private static final double[] WEIGHTS = {1, 2, .5, 1, 3, 1, .25};

  /** By the formula: {@code sqrt(n / (n - 1) sum w^2 (v - mean)^2) / sum w}. */
  private static double error(double mean) {
    double squares = 0;
    for (int i = 0; i < VALUES.length; i++) {
      squares += Math.pow(WEIGHTS[i] * (VALUES[i] - mean), 2);
    }
    int n = VALUES.length;
    return Math.sqrt(n / (n - 1.0) * squares) / Arrays.stream(WEIGHTS).sum();
  }

  /** Tolerances are some roundings of numbers of this size. */
  @Test
  void the_means_of_any_two_parts_merge_into_that_of_all_rows() {
    for (int first = 0; first <= VALUES.length; first++) {
      RowMean merged = part(0, first);
      merged.add(part(first, VALUES.length));

      double mean = new RowWeights(WEIGHTS).mean(VALUES);
      assertThat(merged.rows()).isEqualTo(VALUES.length);
      assertThat(merged.value()).isCloseTo(mean, within(1e-14));
      assertThat(merged.standardError()).isCloseTo(error(mean), within(1e-14));
    }
  }

  private static RowMean part(int from, int to) {
    return RowMean.of(Arrays.copyOfRange(VALUES, from, to), Arrays.copyOfRange(WEIGHTS, from, to));
  }

  @Test
  void rows_of_which_only_mean_and_error_are_known_merge_like_the_rows() {
    double[] ones = new double[VALUES.length];
    Arrays.fill(ones, 1);
    RowMean all = RowMean.of(VALUES, ones);
    RowMean merged = RowMean.of(Arrays.copyOf(VALUES, 3), ones);
    RowMean rest = RowMean.of(Arrays.copyOfRange(VALUES, 3, VALUES.length), ones);
    merged.add(RowMean.of(rest.value(), rest.standardError(), rest.rows()));

    assertThat(merged.value()).isCloseTo(all.value(), within(1e-14));
    assertThat(merged.standardError()).isCloseTo(all.standardError(), within(1e-14));
  }

  @Test
  void equal_values_have_no_error() {
    RowMean mean = new RowMean();
    for (int i = 0; i < 10; i++) {
      mean.add(.1, 1);
    }
    assertThat(mean.standardError()).isZero();
  }
}

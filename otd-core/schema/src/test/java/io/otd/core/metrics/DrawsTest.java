// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawsTest {
  // [K, n, d_y] = [2, 3, 2]; value = 100 k + 10 row + output.
  private static final Draws NUMBERED =
      new Draws(2, 3, 2, new double[] {0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121});

  @Test
  void values_are_indexed_by_draw_row_and_output() {
    for (int k = 0; k < 2; k++) {
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
          assertThat(NUMBERED.get(k, i, j)).isEqualTo(100 * k + 10 * i + j);
        }
      }
    }
  }

  @Test
  void indexing_works_for_sizes_larger_than_a_tile() {
    double[] values = new double[70 * 41 * 2];
    Arrays.setAll(values, i -> i);
    Draws draws = new Draws(70, 41, 2, values);
    assertThat(draws.get(69, 40, 1)).isEqualTo(values.length - 1);
    assertThat(draws.get(33, 17, 1)).isEqualTo((33 * 41 + 17) * 2 + 1);
    assertThat(draws.of(40, 0)).hasSize(70).startsWith(80, 162).isSorted();
  }

  @Test
  void draws_keep_their_order_and_sorting_copies_them() {
    Draws draws = Samples.oneRow(3, 1, 2);
    assertThat(draws.of(0, 0)).containsExactly(3, 1, 2);
    assertThat(draws.sorted(0, 0)).containsExactly(1, 2, 3);
    assertThat(draws.of(0, 0)).containsExactly(3, 1, 2);
  }

  @Test
  void input_and_output_arrays_are_defensively_copied() {
    double[] values = {1, 2};
    Draws draws = Samples.oneRow(values);
    values[0] = 9;
    draws.of(0, 0)[1] = 9;
    assertThat(draws.of(0, 0)).containsExactly(1, 2);
  }

  @Test
  void mean_and_standard_deviation_are_those_of_the_empirical_distribution() {
    Draws draws = Samples.oneRow(1, 2, 3, 6);
    assertThat(draws.mean(0, 0)).isEqualTo(3);
    assertThat(draws.standardDeviation(0, 0)).isCloseTo(Math.sqrt(3.5), within(1e-15));
    assertThat(Samples.oneRow(5).standardDeviation(0, 0)).isZero();
  }

  @Test
  void single_precision_is_widened() {
    assertThat(Draws.of(2, 1, 1, new float[] {.1f, 2}).of(0, 0)).containsExactly(.1f, 2);
  }

  @Test
  void a_transform_is_applied_output_by_output() {
    Draws moved = NUMBERED.map((output, value) -> output == 0 ? value + 1 : 2 * value);
    assertThat(moved.get(1, 2, 0)).isEqualTo(121);
    assertThat(moved.get(1, 2, 1)).isEqualTo(242);
  }

  @Test
  void scaling_about_the_mean_keeps_the_mean_and_scales_the_deviation() {
    Draws draws = Samples.gaussian(1, 20, 3, 2);
    Draws scaled = draws.scaledAboutMean(2.5);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 2; j++) {
        assertThat(scaled.mean(i, j)).isCloseTo(draws.mean(i, j), within(1e-15));
        assertThat(scaled.standardDeviation(i, j))
            .isCloseTo(2.5 * draws.standardDeviation(i, j), within(1e-14));
      }
    }
    assertThat(NUMBERED.scaledAboutMean(3).of(1, 1)).containsExactly(-89, 211);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void nonfinite_values_are_reported_with_their_draw_and_row(double bad) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Draws(2, 2, 2, new double[] {0, 1, 2, 3, 4, 5, 6, bad}))
        .withMessageContaining("draw 1 of row 1: " + bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NUMBERED.map((output, value) -> value == 121 ? bad : value))
        .withMessageContaining("draw 1 of row 2: " + bad);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void a_factor_out_of_range_is_refused(double factor) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NUMBERED.scaledAboutMean(factor))
        .withMessage("factor: %s (expected: >= 0, finite)", factor);
  }

  @Test
  void sizes_that_do_not_match_the_values_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Draws(2, 2, 1, new double[3]))
        .withMessageContaining("draws [2, 2, 1]: 3 values");
    assertThatIllegalArgumentException().isThrownBy(() -> new Draws(0, 1, 1, new double[0]));
  }

  @Test
  void an_index_out_of_bounds_is_refused() {
    assertThatThrownBy(() -> NUMBERED.get(0, 0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> NUMBERED.get(2, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> NUMBERED.of(3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Two networks of two draws and one of a single draw: variances 2 and 8 about means 1 and 12. */
  @Test
  void the_variance_is_that_within_networks_and_that_between_them() {
    Draws draws = new Draws(5, 1, 1, new double[] {0, 10, 2, 14, 5});
    VarianceParts parts = draws.variance(0, 0, List.of(0, 1, 0, 1, 2));
    double all = Math.pow(draws.standardDeviation(0, 0), 2);
    assertThat(parts.within()).isCloseTo((2 * 2 + 2 * 8) / 5.0, within(1e-12));
    assertThat(parts.within() + parts.between()).isCloseTo(all, within(1e-12));
    VarianceParts one = draws.variance(0, 0, Collections.nCopies(5, 0));
    assertThat(one.within()).isCloseTo(all, within(1e-12));
    assertThat(one.between()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> draws.variance(0, 0, Collections.nCopies(4, 0)))
        .withMessage("networks: 4 (expected: 5, one a draw)");
  }

  /** What few draws add to the distance of means is no difference: same law, mean near 0. */
  @Test
  void networks_of_the_same_law_hardly_differ() {
    SplittableRandom random = new SplittableRandom(4);
    int rows = 2000;
    double[] values = new double[20 * rows];
    Arrays.setAll(values, i -> random.nextGaussian());
    Draws draws = new Draws(20, rows, 1, values);
    List<Integer> networks = IntStream.range(0, 20).mapToObj(k -> k % 5).toList();
    double between = 0;
    for (int i = 0; i < rows; i++) {
      between += draws.variance(i, 0, networks).between() / rows;
    }
    // Uncorrected it would be 4/20; the part above 0 alone has a mean near 0.05.
    assertThat(between).isBetween(0.0, .1);
  }
}

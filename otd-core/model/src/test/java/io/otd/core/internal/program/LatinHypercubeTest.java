// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Uniforms;
import org.junit.jupiter.api.Test;

class LatinHypercubeTest {
  private static final long KEY = Uniforms.key(5, 2);

  @Test
  void each_stratum_contains_one_value_along_the_draw_axis() {
    int[] shape = {3, 50, 4};
    float[] u = LatinHypercube.draw(KEY, 1, 3, 50, 4);
    assertThat(u).hasSize(600);
    for (int i = 0; i < shape[0]; i++) {
      for (int j = 0; j < shape[2]; j++) {
        boolean[] seen = new boolean[50];
        for (int k = 0; k < 50; k++) {
          float value = u[(i * 50 + k) * 4 + j];
          assertThat(value).isStrictlyBetween(0f, 1f);
          int stratum = (int) (value * 50);
          assertThat(seen[stratum]).as("line %d, %d, stratum %d", i, j, stratum).isFalse();
          seen[stratum] = true;
        }
      }
    }
  }

  /**
   * Stored models and results depend on these numbers: the first must be the same on any Java.
   *
   * <p>The other bounds are four standard errors. With every stratum filled, the correlation of two
   * dimensions is that of two permutations.
   */
  @Test
  void lines_are_independent_and_values_are_reproducible() {
    int draws = 2_000;
    int lines = 6;
    float[] u = LatinHypercube.draw(KEY, 1, lines, draws);
    assertThat(LatinHypercube.draw(KEY, 1, lines, draws)).isEqualTo(u);
    assertThat(LatinHypercube.draw(KEY + 1, 1, lines, draws)).isNotEqualTo(u);
    assertThat(LatinHypercube.draw(0, 0, 4)).containsExactly(FIRST);
    for (int i = 0; i < lines; i++) {
      double lag = 0;
      for (int k = 1; k < draws; k++) {
        lag += 12 * (u[i * draws + k] - 0.5) * (u[i * draws + k - 1] - 0.5) / draws;
      }
      assertThat(lag).isCloseTo(0, within(4 / Math.sqrt(draws)));
      for (int j = 0; j < i; j++) {
        double correlation = 0;
        for (int k = 0; k < draws; k++) {
          correlation += 12 * (u[i * draws + k] - 0.5) * (u[j * draws + k] - 0.5) / draws;
        }
        assertThat(correlation).isCloseTo(0, within(4 / Math.sqrt(draws)));
      }
    }
  }

  @Test
  void single_draws_on_different_lines_differ() {
    assertThat(LatinHypercube.draw(KEY, 1, 2, 1)).hasSize(2).doesNotHaveDuplicates();
  }

  private static final float[] FIRST = {0.5265867f, 0.3318314f, 0.793467f, 0.19288665f};
}

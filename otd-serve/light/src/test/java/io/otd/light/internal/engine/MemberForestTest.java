// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.light.internal.model.ForestShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberForestTest {
  /** Three trees: x1 <= 0, then x0 <= 1; x0 <= -1; any row. */
  private static final MemberForest FOREST =
      new MemberForest(
          new ForestShape(2, 3, 2, 2, 4),
          2,
          List.of(
              new float[] {1, 0, 0, 0, 0, 0},
              new float[] {0, 1, -1, 0, 0, 0},
              new float[] {1, -1, -3, 0, -4, 0},
              new float[] {-3, -2, -4, 0, -4, 0},
              new float[] {10, 11, 20, 21, 30, 31, 40, 41}));

  private static float[][] drawn(float[][] x, float... uniforms) {
    PassLatents latents = FOREST.latents(new float[][] {uniforms}, uniforms.length, x.length);
    float[][] raw = new float[x.length][2 * uniforms.length];
    assertThat(latents.rows()).isEqualTo(x.length);
    FOREST.run(x, 0, x.length, latents, FOREST.scratch(latents), raw);
    return raw;
  }

  @Test
  void a_draw_is_the_targets_of_the_leaf_where_the_row_arrives() {
    assertThat(drawn(new float[][] {{0, 0}, {2, -1}, {-1, 3}}, .1f, .5f, .9f))
        .isDeepEqualTo(
            new float[][] {
              {10, 11, 40, 41, 40, 41}, {20, 21, 40, 41, 40, 41}, {30, 31, 30, 31, 40, 41}
            });
  }

  @Test
  void a_row_at_a_threshold_goes_left() {
    assertThat(drawn(new float[][] {{1, 0}}, 0f)[0]).containsExactly(10, 11);
    assertThat(drawn(new float[][] {{Math.nextUp(1f), 0}}, 0f)[0]).containsExactly(20, 21);
    assertThat(drawn(new float[][] {{1, Float.MIN_VALUE}}, 0f)[0]).containsExactly(30, 31);
  }

  @Test
  void a_row_with_an_input_that_is_no_number_has_no_draws() {
    float[][] drawn = drawn(new float[][] {{0, 0}, {Float.NaN, -1}, {-1, Float.NaN}}, .1f, .9f);
    assertThat(drawn[0]).doesNotContain(Float.NaN);
    assertThat(drawn[1]).containsOnly(Float.NaN);
    assertThat(drawn[2]).containsOnly(Float.NaN);
  }

  @Test
  void the_uniforms_of_a_tree_are_a_third_of_all() {
    float third = 1f / 3;
    float[] chosen =
        FOREST.latents(new float[][] {{0, Math.nextDown(third), third, .66f, .67f, 1}}, 6, 1)
            .parts()[0][0];
    assertThat(chosen).containsExactly(0, 0, 1, 1, 2, 2);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.light.LightModelFixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LightKindTest {
  private static final LawOfOutputs DIRECT = new LawOfOutputs.Direct();
  private static final LatentLaw UNIFORM = new LatentLaw.Uniform();

  /** Two inputs, three nodes at most. */
  private static final ForestShape FOREST = new ForestShape(2, 2, 3, 2, 4);

  /** The second tree has one node. */
  private static List<float[]> trees() {
    return new ArrayList<>(
        List.of(
            new float[] {0, 1, 1, 0, Float.NaN, -7},
            new float[] {.5f, -1, 2, 0, 0, 0},
            new float[] {1, -1, -2, -4, 0, .5f},
            new float[] {2, -2, -3, -1, 0, 99},
            new float[] {1, 2, 3, 4}));
  }

  private static LightKind kind(ForestShape forest, List<float[]> arrays, float... bank) {
    LightMember member = new LightMember(1, arrays);
    return new LightKind(
        1, forest, UNIFORM, DIRECT, bank.length, List.of(member), bank, new float[0]);
  }

  @Test
  void nodes_that_nothing_leads_to_may_hold_anything() {
    assertThatCode(() -> kind(FOREST, trees(), .5f)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 1 | 2 | forest/column of tree 0, node 1: 2.0 (expected: a whole number from 0 to 1)
          0 | 3 | -1 | forest/column of tree 1, node 0: -1.0 (expected: a whole number from 0 to 1)
          0 | 0 | 0.5 | forest/column of tree 0, node 0: 0.5 (expected: a whole number from 0 to 1)
          0 | 0 | NaN | forest/column of tree 0, node 0: NaN (expected: a whole number from 0 to 1)
          2 | 0 | 0 | forest/left of tree 0, node 0: 0.0 (expected: a leaf from -4 to -1, or a node > 0, < 3)
          2 | 2 | 1 | forest/left of tree 0, node 2: 1.0 (expected: a leaf from -4 to -1, or a node > 2, < 3)
          3 | 0 | 3 | forest/right of tree 0, node 0: 3.0 (expected: a leaf from -4 to -1, or a node > 0, < 3)
          3 | 3 | -5 | forest/right of tree 1, node 0: -5.0 (expected: a leaf from -4 to -1, or a node > 0, < 3)
          3 | 0 | 1.5 | forest/right of tree 0, node 0: 1.5 (expected: a leaf from -4 to -1, or a node > 0, < 3)
          3 | 0 | -0.5 | forest/right of tree 0, node 0: -0.5 (expected: a leaf from -4 to -1, or a node > 0, < 3)
          3 | 0 | NaN | forest/right of tree 0, node 0: NaN (expected: a leaf from -4 to -1, or a node > 0, < 3)
          2 | 1 | 2 | inner nodes on a way through tree 0: 3 (expected: at most 2)
          """)
  void an_impossible_tree_is_rejected(int array, int place, float value, String message) {
    List<float[]> arrays = trees();
    arrays.get(array)[place] = value;

    assertThatThrownBy(() -> kind(FOREST, arrays, .5f))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void a_bank_that_does_not_choose_a_tree_is_rejected() {
    for (float u : new float[] {-.1f, 1.1f, Float.NaN, Float.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> kind(FOREST, trees(), .5f, u))
          .hasMessage("latent bank: " + u + " (expected: from 0 to 1)");
    }
  }

  @Test
  void sizes_of_a_forest_are_checked() {
    assertThatThrownBy(() -> new ForestShape(2, 0, 3, 2, 4))
        .hasMessage("forest: 2 inputs, 0 trees of 3 nodes, depth 2, 4 rows (expected: each >= 1)");
    assertThatThrownBy(() -> new ForestShape(2, 1 << 20, 17, 2, 4))
        .hasMessage(
            "forest: 1048576 trees of 17 nodes, 4 rows (expected: at most 16777216 nodes and rows)");
    List<float[]> arrays = trees();
    arrays.set(ForestShape.TARGETS, new float[3]);
    assertThatThrownBy(() -> kind(FOREST, arrays, .5f))
        .hasMessage("forest/targets: 3 (expected: 4)");
  }

  @Test
  void only_uniforms_choose_trees_and_only_draws_come_out() {
    LayeredShape layers = LightModelFixture.masked(LightModelFixture.NUMBERS);
    for (LatentLaw law :
        Arrays.asList(
            new LatentLaw.Fixed(),
            new LatentLaw.Bernoulli(.2),
            new LatentLaw.Concrete(.1, .2),
            LightModelFixture.transported())) {
      assertThatThrownBy(() -> unsuitable(FOREST, law, DIRECT))
          .hasMessage("choice of a tree: " + law + " (expected: uniform)");
    }
    assertThatThrownBy(() -> unsuitable(FOREST, UNIFORM, new LawOfOutputs.Gaussian()))
        .hasMessage("outputs of a forest: Gaussian[] (expected: draws)");
    assertThatThrownBy(() -> unsuitable(layers, UNIFORM, DIRECT))
        .hasMessage("latents of layers: Uniform[] (expected: a law of masks or of a code)");
  }

  private static LightKind unsuitable(NetworkShape network, LatentLaw latents, LawOfOutputs law) {
    return new LightKind(
        1,
        network,
        latents,
        law,
        1,
        List.of(new LightMember(1, List.of())),
        new float[0],
        new float[0]);
  }
}

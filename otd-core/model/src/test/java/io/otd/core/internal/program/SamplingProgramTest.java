// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SamplingProgramTest {
  private static final long KEY = Uniforms.key(8, 2);
  private static final int DRAWS = 5;
  private static final int WIDTH = 7; // 4 + 3 hidden units

  private static SamplingProgram program(MaskLaw law, DrawDesign design, int draws, int block) {
    return new SamplingProgram(
        Plans.model(law), draws, block, design, new Compiler(Compilation.XLA, Plans::refuse));
  }

  private static float[] sample(MaskLaw law, DrawDesign design, int block, float[] x, long key) {
    try (SamplingProgram program = program(law, design, DRAWS, block)) {
      return program.sample(Plans.parameters(Plans.model(law)), x, key);
    }
  }

  static Stream<Arguments> sharedLaws() {
    return Stream.of(
            Plans.transported(4),
            Plans.transported(20),
            Plans.lowLatent(4),
            Plans.lowLatent(20),
            new Bernoulli(0.2, true),
            new Deterministic())
        .flatMap(law -> Arrays.stream(DrawDesign.values()).map(d -> Arguments.of(law, d)));
  }

  @ParameterizedTest
  @MethodSource("sharedLaws")
  @Tag("long")
  void the_block_size_does_not_matter_if_rows_share_masks(MaskLaw law, DrawDesign design) {
    float[] x = Plans.x(7);
    assertThat(sample(law, design, 2, x, KEY)).isEqualTo(sample(law, design, 7, x, KEY));
  }

  @ParameterizedTest
  @EnumSource(DrawDesign.class)
  void equal_keys_give_equal_draws_and_different_keys_differ(DrawDesign design) {
    for (MaskLaw law : List.of(Plans.transported(4), Plans.DROPOUT)) {
      try (SamplingProgram program = program(law, design, DRAWS, 4)) {
        float[] parameters = Plans.parameters(Plans.model(law));
        float[] first = program.sample(parameters, Plans.x(6), KEY);
        assertThat(first).hasSize(DRAWS * 6);
        assertThat(program.sample(parameters, Plans.x(6), KEY)).isEqualTo(first);
        assertThat(program.sample(parameters, Plans.x(6), KEY + 1)).isNotEqualTo(first);
      }
    }
  }

  /** Draw k of row i is the network of {@code Plans.model} under mask k, summed out in Java. */
  @ParameterizedTest
  @MethodSource("sharedLaws")
  void the_returned_masks_are_those_of_the_draws(MaskLaw law, DrawDesign design) {
    float[] parameters = Plans.parameters(Plans.model(law));
    float[] x = Plans.x(3);
    try (SamplingProgram program = program(law, design, DRAWS, 2)) {
      assertThat(program.draws()).isEqualTo(DRAWS);
      float[] y = program.sample(parameters, x, KEY);
      SamplingProgram.Masks masks = program.masks(parameters, KEY);
      assertThat(masks.transported()).hasSize(DRAWS * WIDTH);
      assertThat(masks.reference()).hasSize(DRAWS * WIDTH);
      double[] want = new double[DRAWS * 3];
      for (int k = 0; k < DRAWS; k++) {
        float[] mask = Arrays.copyOfRange(masks.transported(), k * WIDTH, (k + 1) * WIDTH);
        for (int i = 0; i < 3; i++) {
          want[k * 3 + i] =
              prediction(law, parameters, new double[] {x[2 * i], x[2 * i + 1]}, mask);
        }
      }
      assertNear("draws", y, want, 2e-6);
    }
  }

  private static double prediction(MaskLaw law, float[] vector, double[] x, float[] mask) {
    ModelSpec model = Plans.model(law);
    Weights weights =
        new Weights(model.parameters(), new ParameterVector(model.parameters()).split(vector));
    double[] h = x;
    int offset = 0;
    for (int layer = 0; layer < 3; layer++) {
      float[] kernel = weights.get("network/" + layer + "/kernel");
      float[] bias = weights.get("network/" + layer + "/bias");
      double[] next = new double[bias.length];
      for (int j = 0; j < next.length; j++) {
        double sum = bias[j];
        for (int i = 0; i < h.length; i++) {
          sum += h[i] * kernel[i * bias.length + j];
        }
        next[j] = layer == 2 ? sum : Math.tanh(sum) * mask[offset + j] / law.keepProbability();
      }
      offset += next.length;
      h = next;
    }
    return h[0];
  }

  /**
   * With masks per row, a row gets other masks in another block, and at another place in a block.
   */
  @ParameterizedTest
  @EnumSource(value = DrawDesign.class, names = "COMMON", mode = EnumSource.Mode.EXCLUDE)
  void per_row_masks_differ_within_and_between_blocks(DrawDesign design) {
    float[] row = {0.5f, -1};
    float[] x = new float[2 * 6];
    for (int i = 0; i < 6; i++) {
      System.arraycopy(row, 0, x, 2 * i, 2);
    }
    float[] own = sample(Plans.DROPOUT, design, 3, x, KEY);
    float[] shared = sample(new Bernoulli(0.2, true), design, 3, x, KEY);
    for (int i = 1; i < 6; i++) {
      assertThat(ofRow(own, i)).as("row %d", i).isNotEqualTo(ofRow(own, 0));
      assertThat(ofRow(shared, i)).as("shared, row %d", i).isEqualTo(ofRow(shared, 0));
    }
    assertThat(ofRow(own, 3)).as("the same place in the next block").isNotEqualTo(ofRow(own, 0));
    try (SamplingProgram program = program(Plans.DROPOUT, design, DRAWS, 3)) {
      float[] parameters = Plans.parameters(Plans.model(Plans.DROPOUT));
      assertThat(program.masks(parameters, KEY).transported()).hasSize(DRAWS * 3 * WIDTH);
    }
  }

  /** The prediction for a row depends only on the row, not on its place or on the other rows. */
  @ParameterizedTest
  @MethodSource("lawsOfRows")
  void common_draws_use_the_same_masks_for_every_row(MaskLaw law) {
    float[] row = {0.5f, -1};
    float[] x = Plans.x(6);
    System.arraycopy(row, 0, x, 2 * 1, 2);
    System.arraycopy(row, 0, x, 2 * 5, 2);
    float[] together = sample(law, DrawDesign.COMMON, 4, x, KEY);
    assertThat(ofRow(together, 5)).isEqualTo(ofRow(together, 1)).isNotEqualTo(ofRow(together, 2));
    assertThat(sample(law, DrawDesign.COMMON, 1, row, KEY)).isEqualTo(ofRow(together, 1));
    assertThat(IntStream.range(0, DRAWS).mapToObj(k -> ofRow(together, 1)[k]).distinct())
        .as("draws of one row")
        .hasSizeGreaterThan(1);
  }

  static Stream<MaskLaw> lawsOfRows() {
    return Stream.of(Plans.DROPOUT, new ConcreteDropout(.3, .1, 0), Plans.transported(4));
  }

  private static float[] ofRow(float[] y, int row) {
    float[] result = new float[DRAWS];
    for (int k = 0; k < DRAWS; k++) {
      result[k] = y[k * 6 + row];
    }
    return result;
  }

  /**
   * At p = 1/2, tau = 1 the reference is uniform: mean 1/2, variance 1/12, independent units.
   * Bounds are four standard errors, for the 21 correlations 4.5.
   */
  @Test
  void otd_reference_masks_have_the_moments_of_uniforms() {
    int draws = 20_000;
    MaskLaw law = Plans.transported(4);
    float[] reference;
    try (SamplingProgram program = program(law, DrawDesign.INDEPENDENT, draws, 1)) {
      SamplingProgram.Masks masks = program.masks(Plans.parameters(Plans.model(law)), KEY);
      reference = masks.reference();
      assertThat(masks.transported()).isNotEqualTo(reference);
    }
    double[][] products = new double[WIDTH][WIDTH];
    double[] means = new double[WIDTH];
    for (int k = 0; k < draws; k++) {
      for (int i = 0; i < WIDTH; i++) {
        double a = reference[k * WIDTH + i] - 0.5;
        means[i] += a / draws;
        for (int j = 0; j <= i; j++) {
          products[i][j] += 12 * a * (reference[k * WIDTH + j] - 0.5) / draws;
        }
      }
    }
    for (int i = 0; i < WIDTH; i++) {
      assertThat(means[i]).isCloseTo(0, within(4 * Math.sqrt(1 / 12.0 / draws)));
      // Var(12 a^2) = 144 (1/80 - 1/144) = 4/5
      assertThat(products[i][i]).isCloseTo(1, within(4 * Math.sqrt(0.8 / draws)));
      for (int j = 0; j < i; j++) {
        assertThat(products[i][j]).isCloseTo(0, within(4.5 / Math.sqrt(draws)));
      }
    }
  }

  /**
   * At p = 1/2, tau = 1 the reference is the uniform draw itself: each unit has one value in each
   * K-th, in its own order, and rows of them are distributed as those of a sample.
   */
  @Test
  void a_latin_hypercube_puts_one_reference_mask_in_each_stratum() {
    int draws = 200;
    MaskLaw law = Plans.transported(4);
    try (SamplingProgram program = program(law, DrawDesign.LATIN_HYPERCUBE, draws, 2)) {
      float[] reference = program.masks(Plans.parameters(Plans.model(law)), KEY).reference();
      assertThat(reference).hasSize(draws * WIDTH);
      Set<List<Integer>> orders = new HashSet<>();
      for (int j = 0; j < WIDTH; j++) {
        List<Integer> strata = new ArrayList<>();
        for (int k = 0; k < draws; k++) {
          strata.add((int) (reference[k * WIDTH + j] * draws));
        }
        assertThat(strata).doesNotHaveDuplicates();
        orders.add(strata);
      }
      assertThat(orders).hasSize(WIDTH);
    }
  }

  /**
   * The mean over the draws varies less between keys; the distribution of a draw is the same.
   * Additive effects of the 7 numbers of a mask nearly vanish, and their interactions are left: in
   * such a small network less than a tenth of the variance, here bounded by a quarter, with 300
   * keys.
   */
  @Test
  void a_latin_hypercube_reduces_the_error_of_means_and_keeps_the_distribution() {
    Means independent = means(DrawDesign.INDEPENDENT);
    Means hypercube = means(DrawDesign.LATIN_HYPERCUBE);
    double error = independent.spread() / Math.sqrt(Means.KEYS * Means.DRAWS);
    assertThat(hypercube.mean()).isCloseTo(independent.mean(), within(4 * error));
    assertThat(hypercube.spread()).isCloseTo(independent.spread(), within(4 * error));
    assertThat(hypercube.scatter()).isLessThan(independent.scatter() / 4);
  }

  /**
   * Draws of many keys.
   *
   * @param mean of all draws
   * @param spread their standard deviation
   * @param scatter variance of the means over the keys
   */
  private record Means(double mean, double spread, double scatter) {
    static final int DRAWS = 64;
    static final int KEYS = 300;
  }

  private static Means means(DrawDesign design) {
    MaskLaw law = Plans.transported(4);
    float[] parameters = Plans.parameters(Plans.model(law));
    float[] x = {0.5f, -1};
    double[] means = new double[Means.KEYS];
    double[] all = new double[Means.KEYS * Means.DRAWS];
    try (SamplingProgram program = program(law, design, Means.DRAWS, 1)) {
      for (int i = 0; i < Means.KEYS; i++) {
        float[] y = program.sample(parameters, x, Uniforms.key(i, 2));
        for (int k = 0; k < Means.DRAWS; k++) {
          all[i * Means.DRAWS + k] = y[k];
          means[i] += y[k] / Means.DRAWS;
        }
      }
    }
    double mean = Arrays.stream(all).average().orElseThrow();
    return new Means(mean, Math.sqrt(variance(all)), variance(means));
  }

  private static double variance(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  @Test
  void the_block_size_stays_within_the_rows_and_within_memory() {
    ModelSpec model = Plans.model(Plans.DROPOUT);
    assertThat(SamplingProgram.blockFor(model, 256, 5)).isEqualTo(5);
    assertThat(SamplingProgram.blockFor(model, 256, 10)).isEqualTo(16);
    int block = SamplingProgram.blockFor(model, 1_000, 1_000_000);
    assertThat(block).isBetween(1, 1_000_000);
    // Activations of the widest layer, 4 units, in float32.
    assertThat(4L * 1_000 * block * 4).isLessThanOrEqualTo(64L << 20);
    assertThat(SamplingProgram.blockFor(model, 1 << 30, 5)).isEqualTo(1);
  }

  @Test
  void refuses_invalid_sizes_by_name() {
    assertThatThrownBy(() -> program(Plans.DROPOUT, DrawDesign.INDEPENDENT, 0, 1))
        .hasMessage("draws: 0, block: 1 rows (expected: both >= 1)");
    try (SamplingProgram program = program(Plans.DROPOUT, DrawDesign.INDEPENDENT, 1, 1)) {
      float[] parameters = Plans.parameters(Plans.model(Plans.DROPOUT));
      assertThatThrownBy(() -> program.sample(parameters, new float[3], KEY))
          .hasMessage("x: 3 values (expected: rows of 2)");
      assertThatThrownBy(() -> program.sample(parameters, new float[0], KEY))
          .hasMessage("x: 0 values (expected: rows of 2)");
    }
  }
}

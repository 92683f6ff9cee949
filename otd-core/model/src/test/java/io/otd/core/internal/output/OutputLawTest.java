// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Uniforms;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/**
 * Golden numbers by NumPy 2.4.6 and SciPy 1.17.1 in double precision: {@code stats.norm.logpdf},
 * {@code special.logsumexp}, {@code log_softmax} and {@code ndtri}, with the scale {@code 1e-4 +
 * logaddexp(0, s + log(e - 1))}.
 */
class OutputLawTest {
  private static final GaussianMixture MIXTURE = new GaussianMixture(3);

  /** Logits, means and scales of three components of two outputs. */
  private static final double[] MIXED = {
    0.3, -1, 2, 0.5, -1, 2, 0.25, -1.5, 1, 0, -1, 0.5, 0.25, -2, 1.5
  };

  static Stream<Density> densities() {
    return Stream.of(new Gaussian(), new GaussianMixture(1), MIXTURE);
  }

  private static OutputLaw law(Density density) {
    return (OutputLaw) density;
  }

  @Test
  void the_gaussian_density_matches_scipy() {
    double[] raw = {0.5, -1.25, 0.75, -2};
    assertThat(new Gaussian().logDensity(raw, new double[] {0.25, -1.5}))
        .isCloseTo(-1.4288468555143399, within(1e-14));
    assertThat(new Gaussian().logDensity(new double[] {0, -12}, new double[] {50}))
        .isCloseTo(-102266671830.9117, within(1e-3));
    assertThat(new Gaussian().mean(raw, 2)).containsExactly(0.5, -1.25);
  }

  @Test
  void the_density_and_mean_of_a_mixture_match_scipy() {
    assertThat(MIXTURE.logDensity(MIXED, new double[] {0.25, 0.5}))
        .isCloseTo(-6.142810834359275, within(1e-13));
    assertThat(MIXTURE.logDensity(MIXED, new double[] {40, -30}))
        .isCloseTo(-742.333288969872, within(1e-10));
    assertNear("mean", MIXTURE.mean(MIXED, 2), new double[] {-1.06216255, 0.67325196}, 1e-8);
  }

  /** The cumulative weights are 0.148, 0.189 and 1: each component is chosen once. */
  @Test
  void a_mixture_selects_its_component_by_the_uniform() {
    float[] latents = {.05f, .5f, -1, .16f, .25f, 2, .9f, -1.5f, 0};
    float[] got =
        GraphRun.compiled(
                tf ->
                    List.of(
                        MIXTURE.samples(
                            tf,
                            GraphRun.constant(tf, Floats.rounded(MIXED), 1, 1, MIXED.length),
                            GraphRun.constant(tf, latents, 3, 3),
                            2)))
            .get(0);
    assertNear(
        "draws",
        got,
        new double[] {1.00005, -1.48998013, 2.33593485, 2.58044619, -1.81377068, 1},
        2e-6);
  }

  @Test
  void normal_deviates_match_the_inverse_distribution_function() {
    float smallest = (float) Math.scalb(1.0, -24);
    float[] u = {smallest, .01f, .25f, .5f, .975f, 1 - smallest};
    double[] want = {
      -5.294704084854597,
      -2.3263478740408408,
      -0.6744897501960817,
      0,
      1.959963984540054,
      5.294704084854597
    };
    for (List<float[]> got :
        List.of(
            GraphRun.plain(tf -> List.of(Normal.deviates(tf, tf.constant(u)))),
            GraphRun.compiled(tf -> List.of(Normal.deviates(tf, tf.constant(u)))))) {
      // The float below 1 is 2^-24 away from it; 2 u - 1 keeps all its bits.
      assertNear("deviates", got.get(0), want, 3e-6);
    }
  }

  private static float[] numbers(long seed, int count, double sd) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (sd * random.nextGaussian());
    }
    return values;
  }

  /**
   * Log densities {@code [P, n]} and the gradient of their mean with respect to the network's
   * outputs.
   */
  private static List<float[]> graph(
      Density density, float[] raw, float[] y, int passes, int rows, int outputs) {
    int width = law(density).width(outputs);
    return GraphRun.compiled(
        tf -> {
          Operand<TFloat32> r = GraphRun.constant(tf, raw, passes, rows, width);
          Operand<TFloat32> logs =
              density.logDensity(tf, r, GraphRun.constant(tf, y, rows, outputs), outputs);
          assertThat(logs.shape().asArray()).containsExactly(passes, rows);
          Operand<TFloat32> mean = tf.math.mean(logs, tf.constant(new int[] {0, 1}));
          return List.of(
              logs,
              Gradients.of(tf, List.of(mean), List.of(tf.constant(1f)), List.of(r), List.of("r"))
                  .get(0));
        });
  }

  private static double defined(
      Density density, double[] raw, float[] y, int pass, int row, int rows, int outputs) {
    int width = law(density).width(outputs);
    int from = (pass * rows + row) * width;
    double[] observed = new double[outputs];
    Arrays.setAll(observed, j -> y[row * outputs + j]);
    return density.logDensity(Arrays.copyOfRange(raw, from, from + width), observed);
  }

  /** The definition is differentiated numerically in double precision, with an error below 1e-8. */
  @ParameterizedTest
  @MethodSource("densities")
  void the_density_in_the_graph_and_its_gradient_match_plain_java(Density density) {
    for (int outputs : new int[] {1, 3}) {
      int passes = 2;
      int rows = 4;
      int width = law(density).width(outputs);
      float[] raw = numbers(5, passes * rows * width, 1);
      float[] y = numbers(6, rows * outputs, 1.5);
      List<float[]> got = graph(density, raw, y, passes, rows, outputs);
      double[] want = new double[passes * rows];
      double[] gradient = new double[raw.length];
      for (int i = 0; i < want.length; i++) {
        int pass = i / rows;
        int row = i % rows;
        want[i] = defined(density, Floats.widened(raw), y, pass, row, rows, outputs);
        for (int w = i * width; w < (i + 1) * width; w++) {
          double[] up = Floats.widened(raw);
          double[] down = Floats.widened(raw);
          up[w] += 1e-6;
          down[w] -= 1e-6;
          gradient[w] =
              (defined(density, up, y, pass, row, rows, outputs)
                      - defined(density, down, y, pass, row, rows, outputs))
                  / 2e-6
                  / want.length;
        }
      }
      assertNear("log density", got.get(0), want, 5e-6);
      assertNear("gradient", got.get(1), gradient, 5e-6);
    }
  }

  /**
   * Trapezoidal rule with step 1/200 over 40 standard deviations, for a mixture of smooth
   * densities.
   */
  @ParameterizedTest
  @MethodSource("densities")
  void a_density_of_one_output_integrates_to_one_with_the_stated_mean(Density density) {
    double[] raw = Floats.widened(numbers(12, law(density).width(1), 1));
    double mass = 0;
    double mean = 0;
    for (double y = -40; y <= 40; y += 1 / 200.0) {
      double p = Math.exp(density.logDensity(raw, new double[] {y})) / 200;
      mass += p;
      mean += p * y;
    }
    assertThat(mass).isCloseTo(1, within(1e-6));
    assertThat(mean).isCloseTo(density.mean(raw, 1)[0], within(1e-6));
  }

  /**
   * The share of draws below a point is the integral of the density: 100,000 draws, four sampling
   * errors of at most {@code sqrt(1/4 / n)}.
   */
  @ParameterizedTest
  @MethodSource("densities")
  void draws_follow_the_density(Density density) {
    int draws = 100_000;
    OutputLaw law = law(density);
    float[] raw = numbers(12, law.width(1), 1);
    float[] drawn =
        GraphRun.plain(
                tf ->
                    List.of(
                        law.samples(
                            tf,
                            GraphRun.constant(tf, raw, 1, 1, raw.length),
                            law.latents(
                                tf,
                                Uniforms.draw(
                                    tf, tf.constant(3L), tf.constant(0L), draws, law.uniforms(1))),
                            1)))
            .get(0);
    assertThat(drawn).hasSize(draws);
    for (double bound = -2; bound <= 2; bound += 0.5) {
      double below = 0;
      for (float y : drawn) {
        below += y <= bound ? 1.0 / draws : 0;
      }
      double mass = 0;
      for (double y = -40; y <= bound; y += 1 / 1000.0) {
        mass += Math.exp(density.logDensity(Floats.widened(raw), new double[] {y})) / 1000;
      }
      // The error of the rectangle rule is at most a step times the highest density.
      assertThat(below).isCloseTo(mass, within(4 * Math.sqrt(0.25 / draws) + 2e-3));
    }
  }

  @Test
  void direct_outputs_are_the_draws_and_have_no_density() {
    Direct direct = new Direct();
    assertThat(direct.density()).isEmpty();
    assertThat(direct.random()).isFalse();
    assertThat(direct.width(3)).isEqualTo(3);
    float[] raw = numbers(1, 12, 1);
    assertThat(
            GraphRun.plain(
                    tf ->
                        List.of(
                            tf.identity(
                                new PassOutputs(
                                        direct,
                                        GraphRun.constant(tf, raw, 2, 3, 2),
                                        Optional.empty(),
                                        2)
                                    .samples(tf))))
                .get(0))
        .isEqualTo(raw);
  }

  @Test
  void refuses_a_mixture_without_components() {
    assertThatThrownBy(() -> new GaussianMixture(0))
        .hasMessage("mixture components: 0 (expected: >= 1)");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.metrics.density.AnalyticLikelihood;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class EnsembleSamplerTest {
  private static final List<RowGroup> ROW = List.of(RowGroup.NONE);

  private static final long KEY = Uniforms.key(4, 2);

  private static EnsembleSampler sampler(ModelSpec model, List<float[]> members, int draws) {
    return calibrated(
        model,
        members.stream().map(v -> Member.of(new Weights(model.parameters(), v))).toList(),
        draws);
  }

  private static EnsembleSampler calibrated(ModelSpec model, List<Member> members, int draws) {
    return new EnsembleSampler(
        List.of(Component.only(model, members)),
        draws,
        3,
        DrawDesign.LATIN_HYPERCUBE,
        new Compiler(Compilation.XLA, Plans::refuse));
  }

  private static List<float[]> parameters(TestModels model) {
    return model.model().components().get(0).members().stream()
        .map(m -> m.values().vector())
        .toList();
  }

  private static float[] x(ModelSpec model) {
    float[] x = new float[3 * model.inputs()];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(1.3 * i);
    }
    return x;
  }

  /** Works in parallel, and notes how many networks it is asked for. */
  private static EachNetwork sideBySide(List<Integer> asked) {
    return (networks, work) -> {
      asked.add(networks);
      return IntStream.range(0, networks).parallel().mapToObj(work).toList();
    };
  }

  @Test
  void sampling_networks_in_parallel_gives_the_same_draws() {
    ModelSpec model = TestModels.OTD_ENSEMBLE.spec();
    float[] x = x(model);
    List<Integer> asked = new ArrayList<>();
    List<float[]> members = parameters(TestModels.OTD_ENSEMBLE);
    try (EnsembleSampler inTurn = sampler(model, members, 7);
        EnsembleSampler pooled = sampler(model, members, 7)) {
      float[] expected = inTurn.sample(x, KEY);
      assertThat(pooled.sample(x, KEY, sideBySide(asked))).isEqualTo(expected);
      assertThat(pooled.sample(x, KEY, sideBySide(asked))).isEqualTo(expected);
    }
    assertThat(asked).containsExactly(1, 2, 3); // the first call samples one network alone
  }

  /** Seven draws of three members become nine: draw k is from member k mod 3. */
  @Test
  void members_take_turns_with_noise_of_their_own() {
    ModelSpec model = TestModels.OTD_ENSEMBLE.spec();
    List<float[]> members = parameters(TestModels.OTD_ENSEMBLE);
    float[] x = x(model);
    try (EnsembleSampler pooled = sampler(model, members, 7)) {
      assertThat(pooled.draws()).isEqualTo(9);
      float[] all = pooled.sample(x, KEY);
      float[] masks = pooled.masks(0, KEY);
      int width = model.network().latentWidth();
      assertThat(all).hasSize(9 * 3);
      assertThat(masks).hasSize(9 * width);
      for (int m = 0; m < 3; m++) {
        try (SamplingProgram one =
            new SamplingProgram(
                model,
                3,
                3,
                DrawDesign.LATIN_HYPERCUBE,
                new Compiler(Compilation.XLA, Plans::refuse))) {
          long key = Uniforms.branch(KEY, m);
          float[] own = one.sample(members.get(m), x, key);
          float[] ownMasks = one.masks(members.get(m), key).transported();
          for (int k = 0; k < 3; k++) {
            int at = 3 * k + m;
            assertThat(Arrays.copyOfRange(all, at * 3, at * 3 + 3))
                .isEqualTo(Arrays.copyOfRange(own, k * 3, k * 3 + 3));
            assertThat(Arrays.copyOfRange(masks, at * width, (at + 1) * width))
                .isEqualTo(Arrays.copyOfRange(ownMasks, k * width, (k + 1) * width));
          }
        }
      }
    }
    // The first member is the single model; the same network twice gets different noise.
    try (EnsembleSampler one = sampler(model, members.subList(0, 1), 3);
        EnsembleSampler twice = sampler(model, List.of(members.get(0), members.get(0)), 6)) {
      float[] alone = one.sample(x, KEY);
      float[] both = twice.sample(x, KEY);
      assertThat(Arrays.copyOfRange(both, 0, 3)).isEqualTo(Arrays.copyOfRange(alone, 0, 3));
      assertThat(Arrays.copyOfRange(both, 3, 6)).isNotEqualTo(Arrays.copyOfRange(both, 0, 3));
    }
  }

  /**
   * Of ten rounds the first kind has seven: apart from the noise, each kind draws as it would
   * alone.
   */
  @Test
  void components_take_turns_in_proportion_to_their_weights() {
    ModelSpec otd = TestModels.OTD_ENSEMBLE.spec();
    ModelSpec gaussian =
        new ModelSpec(
            otd.inputs(), otd.outputs(), otd.network(), new Deterministic(), new Gaussian());
    List<Member> first = TestModels.OTD_ENSEMBLE.model().components().get(0).members();
    List<Member> second =
        List.of(member(gaussian, 1, .5), member(gaussian, 2, 1), member(gaussian, 3, 2));
    float[] x = x(otd);
    try (EnsembleSampler pooled =
        new EnsembleSampler(
            List.of(
                new Component("otd", otd, .7, first),
                new Component("gaussian", gaussian, .3, second)),
            30,
            3,
            DrawDesign.INDEPENDENT,
            new Compiler(Compilation.NONE, Plans::refuse))) {
      assertThat(pooled.draws()).isEqualTo(30);
      List<Integer> asked = new ArrayList<>();
      float[] all = pooled.sample(x, KEY, sideBySide(asked));
      assertThat(pooled.sample(x, KEY, sideBySide(asked))).isEqualTo(all);
      assertThat(asked).containsExactly(2, 4, 6); // one network of each kind before the others
      List<Integer> kinds = DrawRounds.of(List.of(.7, .3), 10).components();
      assertThat(kinds).containsExactly(0, 1, 0, 0, 0, 1, 0, 0, 1, 0);
      int[] next = new int[2];
      for (int round = 0; round < 10; round++) {
        int kind = kinds.get(round);
        int of = next[kind]++;
        for (int m = 0; m < 3; m++) {
          float[] own =
              own(
                  kind == 0 ? otd : gaussian,
                  (kind == 0 ? first : second).get(m),
                  x,
                  kind * 3 + m,
                  kind == 0 ? 7 : 3);
          int at = (round * 3 + m) * 3;
          assertThat(Arrays.copyOfRange(all, at, at + 3))
              .isEqualTo(Arrays.copyOfRange(own, of * 3, of * 3 + 3));
        }
      }
    }
  }

  private static Member member(ModelSpec model, long seed, double spread) {
    return new Member(TestModels.weights(model, seed), new SpreadCalibration(spread));
  }

  private static float[] own(ModelSpec model, Member member, float[] x, int network, int draws) {
    try (SamplingProgram one =
        new SamplingProgram(
            model,
            draws,
            3,
            DrawDesign.INDEPENDENT,
            new Compiler(Compilation.NONE, Plans::refuse))) {
      float[] own = one.sample(member.values().vector(), x, Uniforms.branch(KEY, network));
      member.spread().apply(own, draws);
      return own;
    }
  }

  @Test
  void each_member_of_a_deterministic_model_draws_once() {
    ModelSpec model = TestModels.DETERMINISTIC.spec();
    float[] parameters = parameters(TestModels.DETERMINISTIC).get(0);
    float[] other = parameters.clone();
    other[other.length - 1] += 5; // the bias of the output
    try (EnsembleSampler pooled = sampler(model, List.of(parameters, other), 1000)) {
      assertThat(pooled.draws()).isEqualTo(2);
      float[] y = pooled.sample(x(model), KEY);
      for (int i = 0; i < 3; i++) {
        assertThat(y[3 + i] - y[i]).isCloseTo(5, within(1e-5f));
      }
    }
  }

  /** One pass per member serves all draws; rows share the noise of a draw. */
  @Test
  void an_output_law_is_sampled_from_one_pass_with_noise_shared_by_rows() {
    ModelSpec model = TestModels.DEEP_ENSEMBLE.spec();
    List<float[]> members = parameters(TestModels.DEEP_ENSEMBLE);
    float[] x = x(model);
    try (EnsembleSampler pooled = sampler(model, members, 10)) {
      float[] raw = pooled.raw(0, x, KEY);
      assertThat(raw).hasSize(2 * 3 * 4);
      float[] noise = pooled.outputNoise(0, KEY);
      assertThat(noise).hasSize(10 * 2);
      double[] want = new double[10 * 3 * 2];
      for (int k = 0; k < 10; k++) {
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 2; j++) {
            int row = ((k % 2) * 3 + i) * 4;
            double scale = 1e-4 + Math.log1p(Math.expm1(1) * Math.exp(raw[row + 2 + j]));
            want[(k * 3 + i) * 2 + j] = raw[row + j] + scale * noise[k * 2 + j];
          }
        }
      }
      assertNear("draws", pooled.sample(x, KEY), want, 3e-6);
    }
  }

  /** The noise of a member's draws is normal: each decile has one of ten draws. */
  @Test
  void output_noise_is_stratified_within_each_member() {
    ModelSpec model = TestModels.DEEP_ENSEMBLE.spec();
    try (EnsembleSampler pooled = sampler(model, parameters(TestModels.DEEP_ENSEMBLE), 20)) {
      float[] noise = pooled.outputNoise(0, KEY);
      assertThat(noise).hasSize(20 * 2);
      for (int member = 0; member < 2; member++) {
        for (int output = 0; output < 2; output++) {
          Set<Integer> tenths = new HashSet<>();
          for (int k = member; k < 20; k += 2) {
            tenths.add(
                (int)
                    (10
                        * NormalDistribution.of(0, 1)
                            .cumulativeProbability(noise[k * 2 + output])));
          }
          assertThat(tenths).as("member %d, output %d", member, output).hasSize(10);
        }
      }
    }
  }

  /**
   * Log density of a distribution scaled by c about its mean: {@code log p((y - m) / c + m) - log
   * c}.
   */
  @Test
  void the_density_is_that_of_the_calibrated_mixture() {
    ModelSpec model = TestModels.GAUSSIAN.spec();
    // Two passes of one row: N(0, 1) and N(2, 1), up to the minimal scale.
    float[] raw = {0, 0, 2, 0};
    PredictiveDensity plain = density(model, 1, 1);
    PredictiveDensity wide = density(model, 3, 1);
    double[] at = plain.logDensities(List.of(raw), new double[][] {{1.5}}, ROW)[0];
    assertThat(at[0]).isCloseTo(-Math.log(2 * Math.PI) / 2 - 1.125, within(3e-4));
    assertThat(at[1]).isCloseTo(-Math.log(2 * Math.PI) / 2 - 0.125, within(3e-4));
    double[] scaled = wide.logDensities(List.of(raw), new double[][] {{1 + 3 * 0.5}}, ROW)[0];
    assertThat(scaled[0]).isCloseTo(at[0] - Math.log(3), within(1e-12));
    assertThat(scaled[1]).isCloseTo(at[1] - Math.log(3), within(1e-12));
    // One member of two passes: its own calibration is that of the pool.
    double[] own =
        density(model, 1, 3).logDensities(List.of(raw), new double[][] {{1 + 3 * 0.5}}, ROW)[0];
    assertThat(own).containsExactly(scaled, within(1e-12));
  }

  private static PredictiveDensity density(ModelSpec model, double pool, double... members) {
    return new PredictiveDensity(
        List.of(component(model, 1, members)), new SpreadCalibration(pool));
  }

  /** Only the calibration of its members counts. */
  private static Component component(ModelSpec model, double weight, double... members) {
    Weights values = TestModels.weights(model, 1);
    return new Component(
        "network",
        model,
        weight,
        Arrays.stream(members)
            .mapToObj(factor -> new Member(values, new SpreadCalibration(factor)))
            .toList());
  }

  /**
   * Two members of one pass each, N(0, 1) and N(2, 1), scaled by 2 and 4 about their own means,
   * then by 3 about the pool's, which is 1: N(-2, 36) and N(4, 144).
   */
  @Test
  void the_density_uses_each_members_own_calibration() {
    ModelSpec model = TestModels.GAUSSIAN.spec();
    float[] raw = {0, 0, 2, 0};
    double[] at =
        density(model, 3, 2, 4).logDensities(List.of(raw), new double[][] {{2.5}}, ROW)[0];
    assertThat(at[0]).isCloseTo(normal((2.5 + 2) / 6, 6), within(3e-4));
    assertThat(at[1]).isCloseTo(normal((2.5 - 4) / 12, 12), within(3e-4));
  }

  /**
   * A pool of N(0, 1) with weight 1/4 and of N(2, 1) and N(6, 1) together with weight 3/4, its
   * spread scaled by 2 about its mean, which is 3: 1/4 N(-3, 4) + 3/8 N(1, 4) + 3/8 N(9, 4).
   */
  @Test
  void the_density_of_a_pool_is_the_mixture_weighted_by_component() {
    ModelSpec model = TestModels.GAUSSIAN.spec();
    PredictiveDensity pool =
        new PredictiveDensity(
            List.of(component(model, .25, 1), component(model, .75, 1)), new SpreadCalibration(2));
    List<float[]> raw = List.of(new float[] {0, 0}, new float[] {2, 0, 6, 0});
    double[][] at = pool.logDensities(raw, new double[][] {{2.5}}, ROW);
    double expected =
        Math.exp(normal(5.5 / 2, 2)) / 4
            + 3 * Math.exp(normal(1.5 / 2, 2)) / 8
            + 3 * Math.exp(normal(6.5 / 2, 2)) / 8;
    assertThat(AnalyticLikelihood.logDensities(at, new double[1])[0])
        .isCloseTo(Math.log(expected), within(3e-4));
  }

  /**
   * N(0, 1) and N(2, 1) together have the variance 2, so the spread is twice the typical one and
   * the factor 3 times the root of 2.
   */
  @Test
  void the_density_uses_the_factor_of_the_mixtures_own_spread() {
    Component one = component(TestModels.GAUSSIAN.spec(), 1, 1);
    SpreadCalibration bySize = new SpreadCalibration(3, .5, Math.sqrt(2) / 2);
    double[][] observed = {{2.5}};
    List<float[]> raw = List.of(new float[] {0, 0, 2, 0});
    double[] at = new PredictiveDensity(List.of(one), bySize).logDensities(raw, observed, ROW)[0];
    SpreadCalibration same = new SpreadCalibration(3 * Math.sqrt(2));
    assertThat(at)
        .containsExactly(
            new PredictiveDensity(List.of(one), same).logDensities(raw, observed, ROW)[0],
            within(3e-4));
  }

  /**
   * N(0, 1) and N(2, 1), scaled by 2 and 4 about their own means, together have the variance (4 +
   * 16) / 2 + 1 = 11. In a pool with N(1, 1) of weight 1/4, scaled by 4, it is 3/4 of 11 and 1/4 of
   * 16.
   */
  @Test
  void the_factor_of_a_pool_is_that_of_its_calibrated_members() {
    ModelSpec model = TestModels.GAUSSIAN.spec();
    Component two = component(model, 1, 2, 4);
    assertFactor(List.of(two), List.of(new float[] {0, 0, 2, 0}), 11);
    assertFactor(
        List.of(two.weighing(.75), component(model, .25, 4)),
        List.of(new float[] {0, 0, 2, 0}, new float[] {1, 0}),
        12.25);
  }

  /** A typical spread of half the pool's, so that the power 1/2 gives the root of 2. */
  private static void assertFactor(List<Component> pool, List<float[]> raw, double variance) {
    double[][] observed = {{2.5}};
    SpreadCalibration bySize = new SpreadCalibration(3, .5, Math.sqrt(variance) / 2);
    SpreadCalibration same = new SpreadCalibration(3 * Math.sqrt(2));
    assertThat(new PredictiveDensity(pool, bySize).logDensities(raw, observed, ROW)[0])
        .containsExactly(
            new PredictiveDensity(pool, same).logDensities(raw, observed, ROW)[0], within(3e-4));
  }

  /** The variance of a mixture is that within its parts and that of their means. */
  @Test
  void the_variance_of_a_law_is_that_of_its_draws() {
    double[] raw = {Math.log(1), Math.log(3), 0, 4, 0, 0};
    assertThat(new GaussianMixture(2).variance(raw, 1))
        .containsExactly(new double[] {1 + 3}, within(1e-3));
    assertThat(new Gaussian().variance(new double[] {5, 7, 0, 0}, 2))
        .containsExactly(new double[] {1, 1}, within(1e-3));
  }

  @Test
  void a_pool_has_a_density_if_each_of_its_components_has_one() {
    Component gaussian = component(TestModels.GAUSSIAN.spec(), 1, 1);
    Component draws = component(TestModels.OTD_ENSEMBLE.spec(), 1, 1);
    assertThat(PredictiveDensity.known(List.of(gaussian.spec(), gaussian.spec()))).isTrue();
    assertThat(PredictiveDensity.known(List.of(gaussian.spec(), draws.spec()))).isFalse();
  }

  private static double normal(double z, double scale) {
    return -z * z / 2 - Math.log(2 * Math.PI) / 2 - Math.log(scale);
  }

  @Test
  void each_member_is_scaled_about_the_mean_of_its_own_draws() {
    ModelSpec model = TestModels.TWO_OUTPUTS.spec();
    List<float[]> two =
        List.of(
            parameters(TestModels.TWO_OUTPUTS).get(0), parameters(TestModels.TWO_OUTPUTS).get(0));
    List<Member> members =
        List.of(
            new Member(new Weights(model.parameters(), two.get(0)), new SpreadCalibration(0.5)),
            new Member(new Weights(model.parameters(), two.get(1)), new SpreadCalibration(3)));
    try (EnsembleSampler plain = sampler(model, two, 10);
        EnsembleSampler calibrated = calibrated(model, members, 10)) {
      float[] before = plain.sample(x(model), KEY);
      float[] after = calibrated.sample(x(model), KEY);
      double[] want = new double[before.length];
      for (int place = 0; place < 6; place++) {
        for (int m = 0; m < 2; m++) {
          double mean = 0;
          for (int k = m; k < 10; k += 2) {
            mean += before[k * 6 + place] / 5.0;
          }
          for (int k = m; k < 10; k += 2) {
            int at = k * 6 + place;
            want[at] = mean + members.get(m).spread().factor() * (before[at] - mean);
          }
        }
      }
      assertNear("draws", after, want, 1e-6);
      assertThat(after).isNotEqualTo(before);
    }
  }
}

package io.otd.core.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.graph.Compilation;
import io.otd.core.graph.Uniforms;
import io.otd.core.model.ModelSpec;
import io.otd.core.trained.TestModels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnsembleSamplerTest {
  private static final long KEY = Uniforms.key(4, 2);

  private static EnsembleSampler sampler(ModelSpec model, List<float[]> members, int draws) {
    return new EnsembleSampler(model, members, draws, 3, Compilation.XLA, Plans::refuse);
  }

  private static float[] x(ModelSpec model) {
    float[] x = new float[3 * model.inputs()];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(1.3 * i);
    }
    return x;
  }

  /** Seven draws of three members are nine: draw k is of member k mod 3. */
  @Test
  void membersTakeTurnsWithNoiseOfTheirOwn() {
    ModelSpec model = TestModels.OTD_ENSEMBLE.spec();
    List<float[]> members = TestModels.OTD_ENSEMBLE.model().vectors();
    float[] x = x(model);
    try (EnsembleSampler pooled = sampler(model, members, 7)) {
      assertThat(pooled.draws()).isEqualTo(9);
      float[] all = pooled.sample(x, KEY);
      float[] masks = pooled.masks(KEY);
      int width = model.network().maskWidth();
      assertThat(all).hasSize(9 * 3);
      assertThat(masks).hasSize(9 * width);
      for (int m = 0; m < 3; m++) {
        try (SamplingProgram one =
            new SamplingProgram(model, 3, 3, Compilation.XLA, Plans::refuse)) {
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
    // The first member alone is the model alone; the same network twice has two noises.
    try (EnsembleSampler one = sampler(model, members.subList(0, 1), 3);
        EnsembleSampler twice = sampler(model, List.of(members.get(0), members.get(0)), 6)) {
      float[] alone = one.sample(x, KEY);
      float[] both = twice.sample(x, KEY);
      assertThat(Arrays.copyOfRange(both, 0, 3)).isEqualTo(Arrays.copyOfRange(alone, 0, 3));
      assertThat(Arrays.copyOfRange(both, 3, 6)).isNotEqualTo(Arrays.copyOfRange(both, 0, 3));
    }
  }

  @Test
  void withoutRandomnessEachMemberDrawsOnce() {
    ModelSpec model = TestModels.DETERMINISTIC.spec();
    float[] parameters = TestModels.DETERMINISTIC.model().vectors().get(0);
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

  /** One pass a member serves all draws; rows share the noise of a draw. */
  @Test
  void anOutputLawIsSampledFromOnePassWithNoiseThatRowsShare() {
    ModelSpec model = TestModels.DEEP_ENSEMBLE.spec();
    List<float[]> members = TestModels.DEEP_ENSEMBLE.model().vectors();
    float[] x = x(model);
    try (EnsembleSampler pooled = sampler(model, members, 10)) {
      float[] raw = pooled.raw(x, KEY);
      assertThat(raw).hasSize(2 * 3 * 4);
      float[] noise = pooled.outputNoise(KEY);
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

  /** Of a law scaled by c about its mean: {@code log p((y - m) / c + m) - log c}. */
  @Test
  void theDensityIsThatOfTheCalibratedMixture() {
    ModelSpec model = TestModels.GAUSSIAN.spec();
    // Two passes of one row: N(0, 1) and N(2, 1), up to the floor of the scale.
    float[] raw = {0, 0, 2, 0};
    PredictiveDensity plain = new PredictiveDensity(model, 1);
    PredictiveDensity wide = new PredictiveDensity(model, 3);
    double[] at = plain.logDensities(raw, new double[][] {{1.5}})[0];
    assertThat(at[0]).isCloseTo(-Math.log(2 * Math.PI) / 2 - 1.125, within(3e-4));
    assertThat(at[1]).isCloseTo(-Math.log(2 * Math.PI) / 2 - 0.125, within(3e-4));
    double[] scaled = wide.logDensities(raw, new double[][] {{1 + 3 * 0.5}})[0];
    assertThat(scaled[0]).isCloseTo(at[0] - Math.log(3), within(1e-12));
    assertThat(scaled[1]).isCloseTo(at[1] - Math.log(3), within(1e-12));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.junit.jupiter.api.Test;

class InitialValuesTest {
  /** Approximate number of values in the kernel; the sampling errors below are for this number. */
  private static final int VALUES = 200_000;

  private static float[] draw(Initializer law, int in, int out, long seed) {
    return InitialValues.draw(
            List.of(new Parameter("network/0/kernel", List.of(in, out), law)), seed)
        .get(0);
  }

  @Test
  void he_normal_has_the_golden_spread_and_cutoff() {
    for (JsonNode c : Golden.read("data").get("initialisers")) {
      int in = c.get("fan_in").asInt();
      double sd = c.get("he_normal_sd").asDouble();
      double cut = c.get("he_normal_cut").asDouble();
      float[] w = draw(Initializer.HE_NORMAL, in, VALUES / in, 11);
      assertSpread(w, sd);
      assertLimit(w, cut);
      // The golden cut-off is two standard deviations of the distribution before truncation.
      assertLaw(w, TruncatedNormalDistribution.of(0, cut / 2, -cut, cut));
    }
  }

  @Test
  void he_uniform_has_the_golden_limit() {
    for (JsonNode c : Golden.read("data").get("initialisers")) {
      int in = c.get("fan_in").asInt();
      double limit = c.get("he_uniform_limit").asDouble();
      float[] w = draw(Initializer.HE_UNIFORM, in, VALUES / in, 12);
      assertSpread(w, limit / Math.sqrt(3));
      assertLimit(w, limit);
      assertLaw(w, UniformContinuousDistribution.of(-limit, limit));
    }
  }

  @Test
  void glorot_uses_the_mean_of_fan_in_and_fan_out() {
    double variance = 2.0 / (400 + 500);
    float[] normal = draw(Initializer.GLOROT_NORMAL, 400, 500, 13);
    assertSpread(normal, Math.sqrt(variance));
    float[] uniform = draw(Initializer.GLOROT_UNIFORM, 400, 500, 14);
    assertSpread(uniform, Math.sqrt(variance));
    double limit = Math.sqrt(3 * variance);
    assertLimit(uniform, limit);
    assertLaw(uniform, UniformContinuousDistribution.of(-limit, limit));
  }

  /**
   * Four sampling errors: the mean's is sd / sqrt(n) = 0.0022 sd; the deviation's is at most sd
   * sqrt((kurtosis - 1) / 4n) with a kurtosis of at most 2.4, 0.0013 sd.
   */
  private static void assertSpread(float[] values, double sd) {
    double mean = 0;
    double square = 0;
    for (float v : values) {
      mean += v / (double) values.length;
      square += (double) v * v / values.length;
    }
    assertThat(values.length).isGreaterThan(VALUES * 99 / 100);
    assertThat(mean).isCloseTo(0, within(0.009 * sd));
    assertThat(Math.sqrt(square)).isCloseTo(sd, within(0.0053 * sd));
  }

  /** No value is beyond it; the outermost of so many is within a thousandth of it. */
  private static void assertLimit(float[] values, double limit) {
    double largest = 0;
    for (float v : values) {
      largest = Math.max(largest, Math.abs(v));
    }
    assertThat(largest).isBetween(limit * 0.999, limit * (1 + 1e-6));
  }

  /** Kolmogorov-Smirnov; 1.95 / sqrt(n) is exceeded once in a thousand seeds. */
  private static void assertLaw(float[] values, ContinuousDistribution law) {
    float[] sorted = values.clone();
    Arrays.sort(sorted);
    double distance = 0;
    for (int i = 0; i < sorted.length; i++) {
      double f = law.cumulativeProbability(sorted[i]);
      distance = Math.max(distance, Math.abs(f - (i + 0.5) / sorted.length));
    }
    assertThat(distance).isLessThan(1.95 / Math.sqrt(sorted.length));
  }

  @Test
  void equal_seeds_give_equal_values_and_different_seeds_differ() {
    for (Initializer law : Initializer.values()) {
      float[] first = draw(law, 5, 4, 3);
      assertThat(draw(law, 5, 4, 3)).as("%s again", law).isEqualTo(first);
      if (law == Initializer.ZEROS) {
        assertThat(first).containsOnly(0f);
      } else {
        assertThat(draw(law, 5, 4, 4)).as("%s, other seed", law).isNotEqualTo(first);
        assertThat(draw(law, 5, 4, 1L << 40)).isNotEqualTo(first);
      }
    }
  }

  @Test
  void values_depend_on_the_parameters_name_but_not_on_its_neighbours() {
    Parameter a = new Parameter("network/0/kernel", List.of(3, 3), Initializer.HE_NORMAL);
    Parameter b = new Parameter("network/1/kernel", List.of(3, 3), Initializer.HE_NORMAL);
    Parameter bias = new Parameter("network/0/bias", List.of(3), Initializer.ZEROS);
    List<float[]> all = InitialValues.draw(List.of(bias, b, a), 9);
    assertThat(all.get(0)).containsOnly(0f);
    assertThat(all.get(1)).isNotEqualTo(all.get(2));
    assertThat(InitialValues.draw(List.of(a), 9).get(0)).isEqualTo(all.get(2));
  }

  /** OTD and its baselines start from the same predictive network for the same seed. */
  @Test
  void model_variants_share_the_values_of_common_parameters() {
    List<Parameter> network =
        Dense.stack("network", List.of(2, 8, 1), Initializer.HE_NORMAL).stream()
            .flatMap(d -> d.parameters().stream())
            .toList();
    List<Parameter> withFlow =
        java.util.stream.Stream.concat(
                network.stream(),
                Dense.stack("velocity", List.of(9, 4, 8), Initializer.HE_NORMAL).stream()
                    .flatMap(d -> d.parameters().stream()))
            .toList();
    List<float[]> plain = InitialValues.draw(network, 21);
    List<float[]> flow = InitialValues.draw(withFlow, 21);
    for (int i = 0; i < plain.size(); i++) {
      assertThat(flow.get(i)).as(network.get(i).name()).isEqualTo(plain.get(i));
    }
  }
}

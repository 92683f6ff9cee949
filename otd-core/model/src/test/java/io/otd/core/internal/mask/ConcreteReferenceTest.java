// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Uniforms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

class ConcreteReferenceTest {
  @Test
  void matches_the_golden_logits_and_masks() {
    for (JsonNode c : Golden.read("concrete").get("cases")) {
      ConcreteReference law = new ConcreteReference(c.get("p").asDouble(), c.get("tau").asDouble());
      float[] u = Golden.floats(c.get("u"));
      List<float[]> got =
          GraphRun.plain(
              tf -> {
                Operand<TFloat32> m = law.logits(tf, tf.constant(u));
                return List.of(m, tf.math.sigmoid(m));
              });
      assertNear("logits of " + law, got.get(0), Golden.doubles(c.get("logits")), 2e-5);
      assertNear("masks of " + law, got.get(1), Golden.doubles(c.get("masks")), 5e-6);
    }
  }

  @Test
  void with_p_one_half_and_temperature_one_masks_equal_their_uniforms() {
    JsonNode c = Golden.read("concrete").get("uniform_fact");
    float[] u = Golden.floats(c.get("u"));
    List<float[]> got =
        GraphRun.plain(
            tf -> List.of(tf.math.sigmoid(ConcreteReference.UNIFORM.logits(tf, tf.constant(u)))));
    assertNear("masks", got.get(0), Golden.doubles(c.get("masks")), 5e-6);
  }

  @Test
  void logits_are_finite_at_the_ends_of_the_interval() {
    float[] logits =
        GraphRun.plain(
                tf ->
                    List.of(
                        new ConcreteReference(0.9, 0.05)
                            .logits(
                                tf, tf.constant(new float[] {0f, 1f, 1e-30f, Math.nextDown(1f)}))))
            .get(0);
    for (float m : logits) {
      assertThat(m).isFinite();
    }
    assertThat(logits[0]).isEqualTo(logits[2]).isNegative();
    assertThat(logits[1]).isEqualTo(logits[3]).isPositive();
  }

  /** Mean and P(z > 1/2) of the draws; 200,000 draws have a sampling error below 0.0012. */
  @Test
  void sampled_masks_match_the_mean_and_keep_probability_of_the_law() {
    for (JsonNode c : Golden.read("concrete").get("laws")) {
      ConcreteReference law = new ConcreteReference(c.get("p").asDouble(), c.get("tau").asDouble());
      float[] z =
          GraphRun.plain(
                  tf ->
                      List.of(
                          tf.math.sigmoid(
                              law.logits(
                                  tf,
                                  Uniforms.draw(
                                      tf,
                                      tf.constant(Uniforms.key(7, 0)),
                                      tf.constant(0L),
                                      200_000)))))
              .get(0);
      double mean = 0;
      double above = 0;
      for (float v : z) {
        mean += v / z.length;
        above += v > 0.5f ? 1.0 / z.length : 0;
      }
      assertThat(mean)
          .isCloseTo(c.get("mean").asDouble(), org.assertj.core.data.Offset.offset(0.005));
      assertThat(above)
          .isCloseTo(
              c.get("prob_above_half").asDouble(), org.assertj.core.data.Offset.offset(0.005));
    }
  }

  @Test
  void refuses_bad_settings_by_name() {
    assertThatThrownBy(() -> new ConcreteReference(1, 1)).hasMessageContaining("p: 1.0");
    assertThatThrownBy(() -> new ConcreteReference(Double.NaN, 1)).hasMessageContaining("p: NaN");
    assertThatThrownBy(() -> new ConcreteReference(0.5, -1))
        .hasMessageContaining("temperature: -1.0 (expected: > 0");
    assertThatThrownBy(() -> new ConcreteReference(0.5, Double.NaN))
        .hasMessageContaining("temperature: NaN");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Golden numbers by NumPy 2.4.6 and SciPy 1.17.1, in double precision. */
class ConcreteDropoutTest {
  private static final ConcreteDropout LAW = new ConcreteDropout(0.1, 0.1, 0.5);
  private static final List<Integer> LAYERS = List.of(3, 2);
  private static final float[] LEARNED = {0.4f, -0.7f};
  private static final List<MaskedLayer> READ =
      List.of(new MaskedLayer(3, "a"), new MaskedLayer(2, "b"));

  private static ParameterValues values(Ops tf, float[] learned) {
    Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
    for (int i = 0; i < learned.length; i++) {
      values.put("dropout/" + i + "/logit", tf.constant(new float[] {learned[i]}));
    }
    values.put("a", GraphRun.constant(tf, new float[] {-.5f, -.25f, 0, .25f, .5f, .75f}, 3, 2));
    values.put("b", GraphRun.constant(tf, new float[] {.75f, -1.5f}, 2, 1));
    return new ParameterValues(values);
  }

  @Test
  void each_layer_learns_one_logit_initialized_to_zero() {
    assertThat(LAW.parameters(LAYERS))
        .extracting(p -> p.name() + " " + p.shape() + " " + p.initializer())
        .containsExactly("dropout/0/logit [1] ZEROS", "dropout/1/logit [1] ZEROS");
  }

  /**
   * {@code (1 - expit((logit(p) + logit(u)) / t)) / (1 - p)} with {@code p = expit(logit(0.1) +
   * 0.4)} in the first layer.
   */
  @Test
  void masks_are_relaxed_and_scaled_by_the_learned_rate() {
    float[] u = {.05f, .3f, .92f, .5f, .5f};
    float[] masks =
        GraphRun.plain(
                tf ->
                    List.of(
                        LAW.draw(
                                tf,
                                values(tf, LEARNED),
                                (ops, axis, shape) -> GraphRun.constant(ops, u, shape),
                                new DrawCounts(1, 0, 1, LAYERS))
                            .masks()))
            .get(0);
    assertNear(
        "first layer",
        java.util.Arrays.copyOf(masks, 3),
        new double[] {1.1657583, 1.1657583, 0.00183735},
        2e-5);
  }

  /**
   * {@code sum_l (l^2 sum(W_l^2) / (2 (1 - p_l)) - d_l entropy(p_l)) / n} with n = 7, l = 0.5,
   * rates {@code expit(logit(0.1) + (0.4, -0.7))}.
   */
  @Test
  void the_regularizer_matches_the_formula() {
    assertThat(regularizer(LEARNED)[0]).isCloseTo(-0.1561662f, within(1e-6f));
  }

  /** Value, then the gradient with respect to the learned parameters. */
  private static float[] regularizer(float[] learned) {
    List<float[]> got =
        GraphRun.compiled(
            tf -> {
              ParameterValues values = values(tf, learned);
              Operand<TFloat32> value = LAW.regularizer(tf, values, READ, 7).orElseThrow();
              assertThat(value.shape().numDimensions()).isZero();
              List<Operand<TFloat32>> by =
                  List.of(values.get("dropout/0/logit"), values.get("dropout/1/logit"));
              List<Operand<TFloat32>> gradients =
                  Gradients.of(tf, List.of(value), List.of(tf.constant(1f)), by, List.of("0", "1"));
              return List.of(value, gradients.get(0), gradients.get(1));
            });
    return new float[] {got.get(0)[0], got.get(1)[0], got.get(2)[0]};
  }

  /** Steps of 1/16: the error is 1/1500 of the third derivative, which is below 1. */
  @Test
  void the_regularizer_gradient_matches_central_differences() {
    float[] at = regularizer(LEARNED);
    for (int i = 0; i < 2; i++) {
      float[] up = LEARNED.clone();
      float[] down = LEARNED.clone();
      up[i] += 1 / 16f;
      down[i] -= 1 / 16f;
      float difference = (regularizer(up)[0] - regularizer(down)[0]) * 8;
      assertThat(at[1 + i]).isCloseTo(difference, within(1e-3f));
      assertThat(Math.abs(at[1 + i])).isGreaterThan(0.01f);
    }
  }

  /**
   * At a low temperature a unit is dropped with probability p and the scaled mask has mean 1:
   * 60,000 units a layer, four sampling errors of {@code sqrt(p / (1 - p) / n)}.
   */
  @Test
  void masks_have_mean_one_whatever_the_rate() {
    ConcreteDropout sharp = new ConcreteDropout(0.1, 0.01, 0);
    float[] learned = {2f, 0};
    float[] masks =
        GraphRun.plain(
                tf ->
                    List.of(
                        sharp
                            .draw(
                                tf,
                                values(tf, learned),
                                (ops, axis, shape) ->
                                    Uniforms.draw(ops, ops.constant(9L), ops.constant(0L), shape),
                                new DrawCounts(200, 0, 300, List.of(1, 1)))
                            .masks()))
            .get(0);
    for (int layer = 0; layer < 2; layer++) {
      double sum = 0;
      int none = 0;
      for (int i = layer; i < masks.length; i += 2) {
        sum += masks[i];
        none += masks[i] < 0.5 ? 1 : 0;
      }
      double n = masks.length / 2.0;
      double p = 1 / (1 + Math.exp(-(Math.log(0.1 / 0.9) + learned[layer])));
      assertThat(sum / n).isCloseTo(1, within(4 * Math.sqrt(p / (1 - p) / n)));
      assertThat(none / n).isCloseTo(p, within(4 * Math.sqrt(p * (1 - p) / n)));
    }
  }

  @Test
  void refuses_bad_numbers_by_name() {
    assertThatThrownBy(() -> new ConcreteDropout(0, .1, 1))
        .hasMessage("dropout rate: 0.0 (expected: in (0, 1))");
    assertThatThrownBy(() -> new ConcreteDropout(.1, 0, 1))
        .hasMessage("temperature: 0.0 (expected: > 0, finite)");
    assertThatThrownBy(() -> new ConcreteDropout(.1, .1, Double.NaN))
        .hasMessage("length scale: NaN (expected: >= 0, finite)");
  }
}

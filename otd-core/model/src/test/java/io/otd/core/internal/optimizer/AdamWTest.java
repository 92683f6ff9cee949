// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.optimizer;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.GraphRun;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The golden runs of Adam and AdamW are in {@code ObjectiveTest}; here is the update rule by
 * itself.
 */
class AdamWTest {
  private static final Schedule RATE = new Schedule.Constant(0.01);
  private static final float[] START = {0.5f, -1.25f, 2f, 0f, 1e-3f};

  /** Gradients over the whole range that float32 can square without loss. */
  private static float[] gradient(int step) {
    float[] g = new float[START.length];
    for (int i = 0; i < g.length; i++) {
      g[i] = (float) (Math.sin(1.3 * i + 0.7 * step + 0.2) * Math.pow(10, i - 3));
    }
    return g;
  }

  /** Parameters and moments after some steps in the graph, with the state passed through Java. */
  private static List<float[]> graph(AdamW adamW, Schedule schedule, int steps) {
    List<float[]> state = List.of(START, new float[START.length], new float[START.length]);
    for (int s = 0; s < steps; s++) {
      List<float[]> before = state;
      int step = s;
      state =
          GraphRun.plain(
              tf -> {
                Optimizer.State next =
                    adamW.step(
                        tf,
                        new Optimizer.State(
                            tf.constant(before.get(0)),
                            tf.constant(before.get(1)),
                            tf.constant(before.get(2)),
                            tf.constant(START)),
                        tf.constant(gradient(step)),
                        tf.constant(adamW.coefficients(schedule, step)));
                return List.of(next.parameters(), next.first(), next.second());
              });
    }
    return state;
  }

  /** The rule of optax, in double precision. */
  private static double[][] written(AdamW o, Schedule schedule, int steps) {
    int n = START.length;
    double[] p = new double[n];
    double[] m = new double[n];
    double[] v = new double[n];
    Arrays.setAll(p, i -> START[i]);
    for (int s = 0; s < steps; s++) {
      float[] g = gradient(s);
      for (int i = 0; i < n; i++) {
        m[i] = o.beta1() * m[i] + (1 - o.beta1()) * g[i];
        v[i] = o.beta2() * v[i] + (1 - o.beta2()) * g[i] * g[i];
        double mean = m[i] / (1 - Math.pow(o.beta1(), s + 1));
        double square = v[i] / (1 - Math.pow(o.beta2(), s + 1));
        p[i] -= schedule.rate(s) * (mean / (Math.sqrt(square) + o.epsilon()) + o.decay() * p[i]);
      }
    }
    return new double[][] {p, m, v};
  }

  private static void check(AdamW adamW, Schedule schedule) {
    List<float[]> got = graph(adamW, schedule, 6);
    double[][] want = written(adamW, schedule, 6);
    // Six steps of float32 rounding of values up to 2.
    assertNear("parameters", got.get(0), want[0], 2e-6);
    assertNear("first moment", got.get(1), want[1], 2e-6);
    assertNear("second moment", got.get(2), want[2], 2e-6);
  }

  @Test
  void six_steps_match_the_update_rule() {
    check(AdamW.ADAM, RATE);
    check(AdamW.of(0.1), RATE);
    check(new AdamW(0, 0.5, 1e-3, 0.2), new Schedule.Cosine(0.05, 4, 0));
    check(new AdamW(0.5, 0, 1e-8, 0), new Schedule.WarmUp(3, RATE));
  }

  /** Without decay the graph of AdamW is Adam's; a decay of 0 must not round differently. */
  @Test
  void adam_w_without_decay_is_adam() {
    List<float[]> adam = graph(AdamW.ADAM, RATE, 3);
    List<float[]> adamW = graph(AdamW.of(0), RATE, 3);
    List<float[]> decayed = graph(AdamW.of(1e-2), RATE, 3);
    assertThat(adamW.get(0)).isEqualTo(adam.get(0));
    assertThat(decayed.get(0)).isNotEqualTo(adam.get(0));
    // Decoupled: the decay does not enter the moments.
    assertThat(decayed.get(1)).isEqualTo(adam.get(1));
    assertThat(decayed.get(2)).isEqualTo(adam.get(2));
  }

  /**
   * Detects a missing bias correction: the first step is the rate, whatever the gradient's size.
   */
  @Test
  void the_first_step_is_the_learning_rate_along_the_gradient_sign() {
    float[] p = graph(AdamW.ADAM, RATE, 1).get(0);
    float[] g = gradient(0);
    for (int i = 0; i < p.length; i++) {
      assertThat((START[i] - p[i]) * Math.signum(g[i]))
          .as("parameter %d", i)
          .isCloseTo(0.01f, within(2e-6f));
    }
  }

  @Test
  void coefficients_are_the_rate_and_the_bias_corrections() {
    Schedule schedule = new Schedule.Cosine(1, 100, 0);
    assertThat(AdamW.ADAM.coefficients(schedule, 0))
        .containsExactly(1f, (float) (1 / (1 - 0.9)), (float) (1 / (1 - 0.999)));
    float[] tenth = AdamW.ADAM.coefficients(schedule, 9);
    assertThat(tenth).hasSize(AdamW.COEFFICIENTS);
    assertThat(tenth[0]).isEqualTo((float) schedule.rate(9));
    assertThat(tenth[1]).isCloseTo(1.5353398f, within(1e-6f)); // 1 / (1 - 0.9^10)
    assertThat(tenth[2]).isCloseTo(100.45083f, within(1e-4f)); // 1 / (1 - 0.999^10)
    assertThat(AdamW.ADAM.coefficients(schedule, 10_000_000)).containsExactly(0f, 1f, 1f);
  }

  @Test
  void refuses_bad_settings_by_name() {
    assertThatThrownBy(() -> new AdamW(1, 0.999, 1e-8, 0))
        .hasMessage("betas: 1.0, 0.999 (expected: each in [0, 1))");
    assertThatThrownBy(() -> new AdamW(0.9, Double.NaN, 1e-8, 0))
        .hasMessage("betas: 0.9, NaN (expected: each in [0, 1))");
    assertThatThrownBy(() -> new AdamW(0.9, 0.999, 0, 0))
        .hasMessage("epsilon: 0.0 (expected: > 0, finite)");
    assertThatThrownBy(() -> AdamW.of(-0.1))
        .hasMessage("weight decay: -0.1 (expected: >= 0, finite)");
    assertThatThrownBy(() -> AdamW.of(Double.NaN))
        .hasMessage("weight decay: NaN (expected: >= 0, finite)");
  }
}

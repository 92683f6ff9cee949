// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

class RematerializationTest {
  private static final float[] X = {0.3f, -1.2f, 2.1f};

  /** A square whose gradient has a given slope: 2 is correct, any other shows that it is used. */
  private static Operand<TFloat32> square(
      Ops tf, Rematerialization rematerialization, Operand<TFloat32> x, float slope) {
    Operand<TFloat32> two = tf.constant(slope);
    return rematerialization.add(
        tf, List.of(x), tf.math.square(x), g -> List.of(tf.math.mul(g, tf.math.mul(two, x))));
  }

  /**
   * {@code y = sum(w (w x + v)^2 + v)} squared once more inside: w is used before, between and
   * after the two functions, v in some of these places.
   */
  private static List<float[]> gradients(float slope) {
    return GraphRun.compiled(
        tf -> {
          Rematerialization rematerialization = new Rematerialization();
          Operand<TFloat32> x = tf.constant(X);
          Operand<TFloat32> w = tf.identity(tf.constant(0.7f));
          Operand<TFloat32> v = tf.identity(tf.constant(-0.4f));
          Operand<TFloat32> inner =
              square(tf, rematerialization, tf.math.add(tf.math.mul(w, x), v), slope);
          Operand<TFloat32> outer = square(tf, rematerialization, tf.math.mul(w, inner), slope);
          Operand<TFloat32> y = tf.reduceSum(tf.math.add(tf.math.mul(w, outer), v), tf.constant(0));
          return rematerialization.gradients(tf, y, List.of(w, v), List.of("w", "v"));
        });
  }

  /** With a = w x + v: {@code y = sum(w^3 a^4 + v)}. */
  @Test
  void gradients_flow_through_all_recomputed_functions() {
    double w = 0.7f;
    double v = -0.4f;
    double byW = 0;
    double byV = 0;
    for (float x : X) {
      double a = w * x + v;
      byW += 3 * w * w * Math.pow(a, 4) + 4 * w * w * w * Math.pow(a, 3) * x;
      byV += 4 * w * w * w * Math.pow(a, 3) + 1;
    }
    List<float[]> got = gradients(2);
    assertNear("by w", got.get(0), new double[] {byW}, 1e-6);
    assertNear("by v", got.get(1), new double[] {byV}, 1e-6);
  }

  @Test
  void the_functions_own_derivative_is_used() {
    List<float[]> none = gradients(0);
    double byW = 0;
    for (float x : X) {
      byW += 0.7f * 0.7f * Math.pow(0.7f * x - 0.4f, 4);
    }
    // Of y = sum(w outer + v) only the part outside the rematerialization is left.
    assertNear("by w", none.get(0), new double[] {byW}, 1e-6);
    assertNear("by v", none.get(1), new double[] {3}, 1e-6);
  }

  @Test
  void an_input_without_a_gradient_is_reported() {
    GraphRun.plain(
        tf -> {
          Rematerialization rematerialization = new Rematerialization();
          Operand<TFloat32> x = tf.identity(tf.constant(1f));
          Operand<TFloat32> apart = tf.identity(tf.constant(2f));
          Operand<TFloat32> y = tf.math.neg(square(tf, rematerialization, x, 2));
          assertThatThrownBy(
                  () ->
                      rematerialization.gradients(tf, y, List.of(x, apart), List.of("x", "apart")))
              .hasMessage("no gradient reaches apart");
          return List.of(y);
        });
  }
}

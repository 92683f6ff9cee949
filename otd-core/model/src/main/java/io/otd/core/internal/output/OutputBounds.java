// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Bounds that targets attain, on the network's scale. A draw beyond a bound is set to the bound, as
 * in a censored distribution (Tobin 1958): the score is then that of a distribution with an atom
 * there.
 *
 * @implNote The gradient passes as if the draw were not clipped. A draw at the bound is drawn
 *     inside by observations there and pushed out by other draws there; for the energy score both
 *     balance where the atom has the right probability. Without a gradient beyond the bounds, a
 *     network whose draws are all there would stop learning.
 * @param lower of each output, {@code [d_y]}; minus infinity for none
 * @param upper of each output, {@code [d_y]}, above {@code lower}; infinity for none
 */
public record OutputBounds(List<Float> lower, List<Float> upper) {
  /** Checks the order. */
  public OutputBounds {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
    if (lower.size() != upper.size()) {
      throw new IllegalArgumentException(
          "bounds of outputs: %s lower, %s upper (expected: as many)"
              .formatted(lower.size(), upper.size()));
    }
    for (int j = 0; j < lower.size(); j++) {
      if (!(lower.get(j) < upper.get(j))) {
        throw new IllegalArgumentException(
            "bounds of output %s: %s and %s (expected: ascending)"
                .formatted(j, lower.get(j), upper.get(j)));
      }
    }
  }

  /**
   * Adds the bounds.
   *
   * @param draws {@code [K, n, d_y]}
   * @return {@code [K, n, d_y]}
   */
  Operand<TFloat32> apply(Ops tf, Operand<TFloat32> draws) {
    Operand<TFloat32> values = tf.stopGradient(draws);
    Operand<TFloat32> clipped =
        tf.math.maximum(tf.math.minimum(values, constant(tf, upper)), constant(tf, lower));
    return tf.math.add(clipped, tf.math.sub(draws, values));
  }

  private static Operand<TFloat32> constant(Ops tf, List<Float> bounds) {
    float[] values = new float[bounds.size()];
    for (int j = 0; j < values.length; j++) {
      values[j] = bounds.get(j);
    }
    return tf.constant(values);
  }
}

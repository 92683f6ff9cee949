// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import java.util.stream.Stream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The law of low-latent OTD (paper, "A generalisation of OTD", low-latent formulation): a code
 * {@code z_1 = sigmoid(m_1)} of freely chosen width is transported, and a network lifts it to
 * masks, {@code sigmoid(lift(z_1))}. The action is charged where the flow is, in the space of the
 * code.
 *
 * @implNote The paper does not say that the lift reads z_1 rather than m_1, nor that a sigmoid
 *     follows it. Masks that keep "the original mask-based inductive bias" must lie in (0, 1).
 * @param width d_z, width of the code, at least 1
 * @param code the law of the code
 * @param lift from the code to the masks
 */
public record LowLatent(int width, Transported code, Lift lift) implements MaskLaw {
  /** Checks the width. */
  public LowLatent {
    Check.that(width >= 1, "width of the code", width, ">= 1");
  }

  private List<Integer> parts() {
    return List.of(width);
  }

  /** The flow's, then the lift's. */
  @Override
  public List<Parameter> parameters(List<Integer> layers) {
    int masks = layers.stream().mapToInt(Integer::intValue).sum();
    return Stream.concat(code.parameters(parts()).stream(), lift.parameters(width, masks).stream())
        .toList();
  }

  /**
   * One half, for any reference of the code: the initial kernels of the lift are as often positive
   * as negative.
   */
  @Override
  public double keepProbability() {
    return 0.5;
  }

  @Override
  public MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts) {
    MaskDraws codes =
        code.draw(
            tf,
            values,
            noise,
            new DrawCounts(counts.scored(), counts.charged(), counts.rows(), parts()));
    return new MaskDraws(
        masks(tf, values, codes.masks(), counts.width()),
        masks(tf, values, codes.reference(), counts.width()),
        codes.transport());
  }

  /** {@code [K, d_z]} to masks {@code [K, count]}. */
  private Operand<TFloat32> masks(
      Ops tf, ParameterValues values, Operand<TFloat32> codes, int count) {
    return tf.math.sigmoid(lift.apply(tf, values, codes, width, count));
  }
}

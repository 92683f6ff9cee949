// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.check.Check;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The latents of some passes, as a predictive network takes them.
 *
 * @param values z, {@code [P, d_z]}; {@code [P, n, d_z]} or {@code [P, 1, d_z]} from a law whose
 *     latents the rows do not share; or {@code [P, F, 1, d_z]} for F groups of {@code n / F}
 *     consecutive rows that share theirs
 * @param passes P
 * @param keepProbability of the mask law, used where masks are scaled
 */
public record DrawnLatents(Operand<TFloat32> values, int passes, double keepProbability) {
  /** Whether all rows share the latent of a pass. */
  public boolean sharedByRows() {
    return values.shape().numDimensions() == 2;
  }

  /** One latent a pass as one a pass and row, {@code [P, d_z]} to {@code [P, 1, d_z]}. */
  public Operand<TFloat32> perRow(Ops tf) {
    return sharedByRows() ? tf.expandDims(values, tf.constant(1)) : values;
  }

  /**
   * The latents of a function that knows no groups of rows.
   *
   * @param name of the latents
   * @return {@code [P, d_z]}
   * @throws IllegalArgumentException if the rows do not share them
   */
  public Operand<TFloat32> shared(String name) {
    Check.that(sharedByRows(), name, values.shape(), "[draws, 1]");
    return values;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.mask.Noise;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TInt64;

/**
 * The uniforms behind the draws of a model: those of the masks and, independent of them, those of
 * the output law.
 *
 * @param masks source of the mask law's uniforms
 * @param output source of the output law's uniforms
 */
public record ModelNoise(Noise masks, Noise output) {
  /** Branch of a key that the output law has for itself. */
  static final int OUTPUT = -1;

  /**
   * Noise of a key.
   *
   * @param key of the stream, scalar
   * @param maskCounter block of the stream for the masks, scalar
   * @param outputCounter block of the stream for the output law, scalar
   */
  public static ModelNoise keyed(
      Operand<TInt64> key, Operand<TInt64> maskCounter, Operand<TInt64> outputCounter) {
    return new ModelNoise(
        (tf, draws, shape) -> Uniforms.draw(tf, key, maskCounter, shape),
        (tf, draws, shape) ->
            Uniforms.draw(tf, Uniforms.branch(tf, key, OUTPUT), outputCounter, shape));
  }

  /** Noise of a key in its first block. */
  public static ModelNoise keyed(Ops tf, Operand<TInt64> key) {
    return keyed(key, tf.constant(0L), tf.constant(0L));
  }
}

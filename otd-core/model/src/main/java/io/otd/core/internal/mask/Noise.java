// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The source of a mask law's uniforms: a random stream, or given numbers in a test. */
@FunctionalInterface
public interface Noise {
  /**
   * Adds uniforms, independent of one another but where a design relates those of different draws.
   *
   * @param tf the graph to add to
   * @param draws the axis of the draws
   * @param shape of the result
   * @return strictly inside (0, 1)
   */
  Operand<TFloat32> uniforms(Ops tf, int draws, long... shape);
}

package io.otd.core.mask;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Where a mask law takes its uniforms from: a random stream, or given numbers in a test. */
@FunctionalInterface
public interface Noise {
  /**
   * Adds independent uniforms.
   *
   * @param tf the graph to add to
   * @param shape of the result
   * @return strictly inside (0, 1)
   */
  Operand<TFloat32> uniforms(Ops tf, long... shape);
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.model.ModelSpec;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.types.TInt64;

/**
 * Independent uniforms, drawn in the graph.
 *
 * @param repeated whether every block of rows has the same ones
 */
record KeyedNoise(boolean repeated) implements DrawNoise {
  static final KeyedNoise OF_EVERY_BLOCK = new KeyedNoise(true);

  private static final String KEY = "key";
  private static final String COUNTER = "counter";

  /** Shared masks must be the same in every block; others must not repeat. */
  static KeyedNoise of(ModelSpec model) {
    return new KeyedNoise(model.masks().sharedByRows());
  }

  @Override
  public ModelNoise inputs(FunctionBuilder f) {
    Operand<TInt64> key = f.input(KEY, TInt64.class, Shape.scalar());
    Operand<TInt64> counter = f.input(COUNTER, TInt64.class, Shape.scalar());
    return ModelNoise.keyed(key, counter, f.tf().constant(0L));
  }

  @Override
  public void add(Map<String, Tensor> values, long key, int block) {
    values.put(KEY, Tensors.scalar(key));
    values.put(COUNTER, Tensors.scalar(repeated ? 0L : (long) block));
  }
}

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
 * @param model what is drawn
 */
record KeyedNoise(ModelSpec model) implements DrawNoise {
  private static final String KEY = "key";
  private static final String COUNTER = "counter";

  @Override
  public ModelNoise inputs(FunctionBuilder f) {
    Operand<TInt64> key = f.input(KEY, TInt64.class, Shape.scalar());
    Operand<TInt64> counter = f.input(COUNTER, TInt64.class, Shape.scalar());
    return ModelNoise.keyed(key, counter, f.tf().constant(0L));
  }

  /** Shared masks must be the same in every block; others must not repeat. */
  @Override
  public void add(Map<String, Tensor> values, long key, int block) {
    values.put(KEY, Tensors.scalar(key));
    values.put(COUNTER, Tensors.scalar(model.masks().sharedByRows() ? 0L : (long) block));
  }
}

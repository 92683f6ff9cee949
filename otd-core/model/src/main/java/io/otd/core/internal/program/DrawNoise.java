// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.FunctionBuilder;
import java.util.Map;
import org.tensorflow.Tensor;

/** The noise of a sampling program: inputs of its function, and what they are for a key. */
interface DrawNoise {
  /**
   * Adds inputs to a function.
   *
   * @param f the function
   * @return noise made of them
   */
  ModelNoise inputs(FunctionBuilder f);

  /**
   * Adds what the inputs are, by name.
   *
   * @param values to add to; their owner closes them
   * @param block of rows, from 0: what rows share is the same in each
   */
  void add(Map<String, Tensor> values, long key, int block);
}

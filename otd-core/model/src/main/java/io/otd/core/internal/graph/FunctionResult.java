// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.List;
import org.tensorflow.Result;

/**
 * The outputs of one call of a function, by name.
 *
 * @param names of its tensors, in order
 * @param result closed with this one
 */
public record FunctionResult(List<String> names, Result result) implements AutoCloseable {
  /**
   * The values of a float output, row-major.
   *
   * @throws IllegalArgumentException if the function has no such output
   */
  public float[] floats(String name) {
    int place = names.indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException(
          "output: " + name + " (expected: one of " + String.join(", ", names) + ")");
    }
    return Tensors.floats(result.get(place));
  }

  @Override
  public void close() {
    result.close();
  }
}

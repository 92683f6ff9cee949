// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import io.otd.core.internal.check.Check;
import java.util.List;
import org.tensorflow.Result;

/** The outputs of one call of a function, by name. */
public final class FunctionResult implements AutoCloseable {
  private final List<String> names;
  private final Result result;

  /**
   * Takes over a result.
   *
   * @param names of its tensors, in order
   */
  FunctionResult(List<String> names, Result result) {
    this.names = names;
    this.result = result;
  }

  /** Names of the outputs. */
  public List<String> names() {
    return names;
  }

  /**
   * The values of a float output, row-major.
   *
   * @throws IllegalArgumentException if the function has no such output
   */
  public float[] floats(String name) {
    int place = names.indexOf(name);
    Check.that(place >= 0, "output", name, "one of %s", names);
    return Tensors.floats(result.get(place));
  }

  @Override
  public void close() {
    result.close();
  }
}

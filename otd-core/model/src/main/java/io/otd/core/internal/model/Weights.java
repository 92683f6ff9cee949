// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.model;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import java.util.List;

/**
 * Learned numbers outside any graph: the row-major arrays of all parameters one after another, in
 * the model's order, and each by its name.
 */
public final class Weights {
  private final ParameterVector parameters;
  private final float[] vector;

  /**
   * Names the numbers of a vector.
   *
   * @param parameters the model's parameters
   * @param vector {@code [P]}; not copied
   * @throws IllegalArgumentException if the size differs
   */
  public Weights(List<Parameter> parameters, float[] vector) {
    this.parameters = new ParameterVector(parameters);
    this.vector = vector;
    this.parameters.requireSize(vector);
  }

  /**
   * Pairs parameters with their values.
   *
   * @param parameters the model's parameters
   * @param arrays one array for each, of its size; copied
   * @throws IllegalArgumentException if a size differs, naming the parameter
   */
  public Weights(List<Parameter> parameters, List<float[]> arrays) {
    this(parameters, new ParameterVector(parameters).join(arrays));
  }

  /** All numbers, {@code [P]}; not copied, not to be changed. */
  public float[] vector() {
    return vector;
  }

  /** A copy of each parameter's values, in the model's order. */
  public List<float[]> arrays() {
    return parameters.split(vector);
  }

  /** A copy of one parameter's values, row-major. */
  public float[] get(String name) {
    return parameters.slice(vector, name);
  }
}

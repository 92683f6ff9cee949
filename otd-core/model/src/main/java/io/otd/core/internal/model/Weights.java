// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.model;

import io.otd.core.internal.layer.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Learned numbers outside any graph: one row-major array for each parameter, in the model's order.
 * Arrays are copied on the way in and out.
 */
public final class Weights {
  private final Map<String, float[]> values = new LinkedHashMap<>();

  /**
   * Pairs parameters with their values.
   *
   * @param parameters the model's parameters
   * @param arrays one array for each, of its size
   * @throws IllegalArgumentException if a size differs, naming the parameter
   */
  public Weights(List<Parameter> parameters, List<float[]> arrays) {
    if (parameters.size() != arrays.size()) {
      throw new IllegalArgumentException(
          "weights: " + arrays.size() + " arrays (expected: " + parameters.size() + ")");
    }
    for (int i = 0; i < arrays.size(); i++) {
      Parameter p = parameters.get(i);
      if (arrays.get(i).length != p.size()) {
        throw new IllegalArgumentException(
            p.name() + ": " + arrays.get(i).length + " values (expected: " + p.size() + ")");
      }
      values.put(p.name(), arrays.get(i).clone());
    }
  }

  /**
   * A copy of one parameter's values, row-major.
   *
   * @param name of the parameter
   */
  public float[] get(String name) {
    float[] array = values.get(name);
    if (array == null) {
      throw new IllegalArgumentException(
          "weights: no \"" + name + "\" (expected: one of " + values.keySet() + ")");
    }
    return array.clone();
  }
}

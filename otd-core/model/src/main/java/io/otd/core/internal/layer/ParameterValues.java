// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.graph.Rematerialization;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/**
 * The values of the parameters in one graph: placeholders while training, variable reads when
 * serving. Ordered as the model lists them.
 *
 * @param byName value of each parameter by its name
 * @param precision of the products with them
 * @param rematerialization takes functions of large arrays out of the graph's differentiation;
 *     absent if nothing is differentiated
 * @param loops whether many equal steps become a loop; else they are written out
 */
public record ParameterValues(
    Map<String, Operand<TFloat32>> byName,
    Precision precision,
    Optional<Rematerialization> rematerialization,
    boolean loops) {
  /** Keeps the given order. */
  public ParameterValues {
    byName = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  /** Values whose products are in single precision. */
  public ParameterValues(Map<String, Operand<TFloat32>> byName) {
    this(byName, Precision.FLOAT32, Optional.empty(), true);
  }

  /** The same, multiplied otherwise. */
  public ParameterValues with(Precision other) {
    return new ParameterValues(byName, other, rematerialization, loops);
  }

  /**
   * The same, with rematerialisation of functions of large arrays.
   *
   * @param where those functions are kept
   */
  public ParameterValues with(Rematerialization where) {
    return new ParameterValues(byName, precision, Optional.of(where), loops);
  }

  /** The same, for a graph without loops. */
  public ParameterValues withoutLoops() {
    return new ParameterValues(byName, precision, rematerialization, false);
  }

  /**
   * Pairs parameters with values of the same order.
   *
   * @param values one value for each
   */
  public static ParameterValues of(
      List<Parameter> parameters, List<? extends Operand<TFloat32>> values) {
    if (parameters.size() != values.size()) {
      throw new IllegalArgumentException(
          "values: " + values.size() + " (expected: one for each of " + parameters.size() + ")");
    }
    Map<String, Operand<TFloat32>> map = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      map.put(parameters.get(i).name(), values.get(i));
    }
    return new ParameterValues(map);
  }

  /**
   * The value of one parameter.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public Operand<TFloat32> get(String name) {
    return Check.known("parameter", name, byName);
  }

  /** The values of some parameters, in the requested order. */
  public List<Operand<TFloat32>> getAll(Collection<Parameter> parameters) {
    return parameters.stream().map(p -> get(p.name())).toList();
  }
}

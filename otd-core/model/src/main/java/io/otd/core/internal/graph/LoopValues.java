// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import io.otd.core.internal.check.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.family.TType;

/**
 * Values of a {@link Loop} by name. A name stands for one value or for a list of values. Immutable.
 */
public final class LoopValues {
  private final Map<String, List<Operand<?>>> byName;

  LoopValues(Map<String, List<Operand<?>>> byName) {
    this.byName = new LinkedHashMap<>(byName);
  }

  /** One named value. */
  public static LoopValues of(String name, Operand<?> value) {
    return new LoopValues(Map.of(name, List.of(value)));
  }

  /** These values and one more. */
  public LoopValues and(String name, Operand<?> value) {
    return and(name, List.of(value));
  }

  /** These values and a list of values under one name. */
  public LoopValues and(String name, List<? extends Operand<?>> values) {
    Map<String, List<Operand<?>>> more = new LinkedHashMap<>(byName);
    if (more.put(name, List.copyOf(values)) != null) {
      throw new IllegalArgumentException("loop value: " + name + " (expected: a new name)");
    }
    return new LoopValues(more);
  }

  Set<String> names() {
    return byName.keySet();
  }

  /**
   * A value of a given type.
   *
   * @throws IllegalArgumentException if there is no such name, or it stands for a list
   */
  public <T extends TType> Operand<T> get(String name, Class<T> type) {
    List<Operand<?>> values = all(name);
    if (values.size() != 1) {
      throw new IllegalArgumentException(
          "loop value: " + name + " is a list of " + values.size() + " (expected: one value)");
    }
    return values.get(0).asOutput().expect(type);
  }

  /** A float value, see {@link #get}. */
  public Operand<TFloat32> floats(String name) {
    return get(name, TFloat32.class);
  }

  /** The float values that a name stands for. */
  public List<Operand<TFloat32>> floatList(String name) {
    List<Operand<TFloat32>> floats = new ArrayList<>();
    all(name).forEach(value -> floats.add(value.asOutput().expect(TFloat32.class)));
    return floats;
  }

  List<Operand<?>> all(String name) {
    return Check.known("loop value", name, byName);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * All parameters of a model one after another in one vector {@code [P]}: what the training program
 * carries from step to step.
 *
 * @param parameters in order
 */
public record ParameterVector(List<Parameter> parameters) {
  /** Keeps the order. */
  public ParameterVector {
    parameters = List.copyOf(parameters);
  }

  /** P. */
  public int size() {
    return parameters.stream().mapToInt(Parameter::size).reduce(0, Math::addExact);
  }

  /**
   * Cuts the vector into the parameters, each of its shape.
   *
   * @param tf the graph to add to
   * @param vector {@code [P]}
   */
  public ParameterValues split(Ops tf, Operand<TFloat32> vector) {
    Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
    int offset = 0;
    for (Parameter p : parameters) {
      Operand<TFloat32> flat =
          tf.slice(vector, tf.constant(new int[] {offset}), tf.constant(new int[] {p.size()}));
      values.put(p.name(), tf.reshape(flat, tf.constant(p.dimensions())));
      offset += p.size();
    }
    return new ParameterValues(values);
  }

  /**
   * Joins one value a parameter into a vector.
   *
   * @param tf the graph to add to
   * @param values by name, each of its parameter's shape
   * @return {@code [P]}
   */
  public Operand<TFloat32> join(Ops tf, Map<String, Operand<TFloat32>> values) {
    List<Operand<TFloat32>> flat = new ArrayList<>();
    for (Parameter p : parameters) {
      Operand<TFloat32> value = values.get(p.name());
      if (value == null) {
        throw new IllegalStateException("no value for " + p.name());
      }
      flat.add(tf.reshape(value, tf.constant(new int[] {p.size()})));
    }
    return flat.size() == 1 ? flat.get(0) : tf.concat(flat, tf.constant(0));
  }

  /**
   * Joins arrays, one a parameter, into a vector.
   *
   * @throws IllegalArgumentException if a size differs, naming the parameter
   */
  public float[] join(List<float[]> arrays) {
    if (arrays.size() != parameters.size()) {
      throw new IllegalArgumentException(
          "parameters: " + arrays.size() + " arrays (expected: " + parameters.size() + ")");
    }
    float[] vector = new float[size()];
    int offset = 0;
    for (int i = 0; i < parameters.size(); i++) {
      float[] array = arrays.get(i);
      if (array.length != parameters.get(i).size()) {
        throw new IllegalArgumentException(
            "%s: %s values (expected: %s)"
                .formatted(parameters.get(i).name(), array.length, parameters.get(i).size()));
      }
      System.arraycopy(array, 0, vector, offset, array.length);
      offset += array.length;
    }
    return vector;
  }

  /** Cuts an array as {@link #split} does. */
  public List<float[]> split(float[] vector) {
    requireSize(vector);
    List<float[]> arrays = new ArrayList<>();
    int offset = 0;
    for (Parameter p : parameters) {
      arrays.add(Arrays.copyOfRange(vector, offset, offset + p.size()));
      offset += p.size();
    }
    return arrays;
  }

  /**
   * A copy of one parameter's values.
   *
   * @param vector {@code [P]}
   */
  public float[] slice(float[] vector, String name) {
    int offset = 0;
    for (Parameter p : parameters) {
      if (p.name().equals(name)) {
        return Arrays.copyOfRange(vector, offset, offset + p.size());
      }
      offset += p.size();
    }
    throw new IllegalArgumentException(
        "parameters: no \"%s\" (expected: one of %s)"
            .formatted(name, parameters.stream().map(Parameter::name).toList()));
  }

  /** Throws {@link IllegalArgumentException} unless a vector has as many values as this names. */
  public void requireSize(float[] vector) {
    if (vector.length != size()) {
      throw new IllegalArgumentException(
          "parameter vector: " + vector.length + " values (expected: " + size() + ")");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Element;

/** Memory that a plan computes in, of one thread at a time. */
final class Workspace {
  /** Inputs of a step that may need a buffer. */
  static final int OPERANDS = 3;

  private final Object[] values;
  private final float[][] floats;
  private final double[][] doubles;
  private final int[][] ints;
  private long seed;

  /**
   * Takes memory.
   *
   * @param values of each tensor its arrays
   * @param longest values of an array
   */
  Workspace(Object[] values, int longest) {
    this.values = values;
    floats = new float[OPERANDS][longest];
    doubles = new double[OPERANDS][longest];
    ints = new int[OPERANDS][longest];
  }

  float[][] floats(int tensor) {
    return (float[][]) values[tensor];
  }

  double[][] doubles(int tensor) {
    return (double[][]) values[tensor];
  }

  int[][] ints(int tensor) {
    return (int[][]) values[tensor];
  }

  /** The arrays of a tensor, of any element type. */
  Object any(int tensor) {
    return values[tensor];
  }

  /** A buffer for the values of an operand. */
  Object buffer(Element element, int operand) {
    return switch (element) {
      case FLOAT -> floats[operand];
      case DOUBLE -> doubles[operand];
      case INT -> ints[operand];
    };
  }

  long seed() {
    return seed;
  }

  void seed(long value) {
    seed = value;
  }
}

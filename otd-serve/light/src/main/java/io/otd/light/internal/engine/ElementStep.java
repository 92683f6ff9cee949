// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Opcode;

/**
 * Computes each element of a result from those at the same place.
 *
 * @implNote Not a function of each opcode: a JVM takes a millisecond to link one, and all of them
 *     are linked at the start.
 * @param opcode of the step
 * @param operands its inputs
 * @param elements of the inputs; of a choice, of the values
 * @param layout of the result
 * @param result number of the result
 */
record ElementStep(Opcode opcode, Operand[] operands, Element elements, Layout layout, int result)
    implements Step {
  @Override
  public void run(Workspace workspace, int rows) {
    switch (opcode) {
      case SELECT -> choose(workspace, rows);
      case TO_FLOAT, TO_DOUBLE, TO_INT -> cast(workspace, rows);
      case IS_NAN, IS_INFINITE -> test(workspace, rows);
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, MAXIMUM, MINIMUM, POWER -> combine(workspace, rows);
      case LESS, LESS_EQUAL, EQUAL -> compare(workspace, rows);
      case AND, OR, XOR, SHIFT -> combine(workspace, rows);
      default -> apply(workspace, rows);
    }
  }

  private void combine(Workspace workspace, int rows) {
    int n = layout.length(rows);
    for (int i = 0; i < layout.arrays(rows); i++) {
      switch (elements) {
        case FLOAT ->
            Arithmetic.floats(
                opcode,
                floats(workspace, 0, i, rows),
                floats(workspace, 1, i, rows),
                workspace.floats(result)[i],
                n);
        case DOUBLE ->
            Arithmetic.doubles(
                opcode,
                doubles(workspace, 0, i, rows),
                doubles(workspace, 1, i, rows),
                workspace.doubles(result)[i],
                n);
        case INT ->
            Arithmetic.ints(
                opcode,
                ints(workspace, 0, i, rows),
                ints(workspace, 1, i, rows),
                workspace.ints(result)[i],
                n);
      }
    }
  }

  private void compare(Workspace workspace, int rows) {
    int n = layout.length(rows);
    for (int i = 0; i < layout.arrays(rows); i++) {
      int[] out = workspace.ints(result)[i];
      switch (elements) {
        case FLOAT ->
            Arithmetic.compare(
                opcode, floats(workspace, 0, i, rows), floats(workspace, 1, i, rows), out, n);
        case DOUBLE ->
            Arithmetic.compare(
                opcode, doubles(workspace, 0, i, rows), doubles(workspace, 1, i, rows), out, n);
        case INT ->
            Arithmetic.ints(
                opcode, ints(workspace, 0, i, rows), ints(workspace, 1, i, rows), out, n);
      }
    }
  }

  private void apply(Workspace workspace, int rows) {
    int n = layout.length(rows);
    for (int i = 0; i < layout.arrays(rows); i++) {
      switch (elements) {
        case FLOAT -> {
          float[] out = workspace.floats(result)[i];
          System.arraycopy(floats(workspace, 0, i, rows), 0, out, 0, n);
          Functions.apply(opcode, out, n);
        }
        case DOUBLE ->
            WideFunctions.apply(
                opcode, doubles(workspace, 0, i, rows), workspace.doubles(result)[i], n);
        case INT ->
            WideFunctions.apply(opcode, ints(workspace, 0, i, rows), workspace.ints(result)[i], n);
      }
    }
  }

  private void test(Workspace workspace, int rows) {
    int n = layout.length(rows);
    boolean nan = opcode == Opcode.IS_NAN;
    for (int i = 0; i < layout.arrays(rows); i++) {
      int[] out = workspace.ints(result)[i];
      if (elements == Element.FLOAT) {
        float[] x = floats(workspace, 0, i, rows);
        for (int k = 0; k < n; k++) {
          out[k] = (nan ? Float.isNaN(x[k]) : Float.isInfinite(x[k])) ? 1 : 0;
        }
      } else {
        double[] x = doubles(workspace, 0, i, rows);
        for (int k = 0; k < n; k++) {
          out[k] = (nan ? Double.isNaN(x[k]) : Double.isInfinite(x[k])) ? 1 : 0;
        }
      }
    }
  }

  private void cast(Workspace workspace, int rows) {
    int n = layout.length(rows);
    for (int i = 0; i < layout.arrays(rows); i++) {
      switch (elements) {
        case FLOAT -> cast(floats(workspace, 0, i, rows), workspace, i, n);
        case DOUBLE -> cast(doubles(workspace, 0, i, rows), workspace, i, n);
        case INT -> cast(ints(workspace, 0, i, rows), workspace, i, n);
      }
    }
  }

  private void cast(float[] x, Workspace workspace, int array, int n) {
    switch (layout.element()) {
      case FLOAT -> System.arraycopy(x, 0, workspace.floats(result)[array], 0, n);
      case DOUBLE -> {
        double[] out = workspace.doubles(result)[array];
        for (int k = 0; k < n; k++) {
          out[k] = x[k];
        }
      }
      case INT -> {
        int[] out = workspace.ints(result)[array];
        for (int k = 0; k < n; k++) {
          out[k] = (int) x[k];
        }
      }
    }
  }

  private void cast(double[] x, Workspace workspace, int array, int n) {
    switch (layout.element()) {
      case FLOAT -> {
        float[] out = workspace.floats(result)[array];
        for (int k = 0; k < n; k++) {
          out[k] = (float) x[k];
        }
      }
      case DOUBLE -> System.arraycopy(x, 0, workspace.doubles(result)[array], 0, n);
      case INT -> {
        int[] out = workspace.ints(result)[array];
        for (int k = 0; k < n; k++) {
          out[k] = (int) x[k];
        }
      }
    }
  }

  private void cast(int[] x, Workspace workspace, int array, int n) {
    switch (layout.element()) {
      case FLOAT -> {
        float[] out = workspace.floats(result)[array];
        for (int k = 0; k < n; k++) {
          out[k] = x[k];
        }
      }
      case DOUBLE -> {
        double[] out = workspace.doubles(result)[array];
        for (int k = 0; k < n; k++) {
          out[k] = x[k];
        }
      }
      case INT -> System.arraycopy(x, 0, workspace.ints(result)[array], 0, n);
    }
  }

  private void choose(Workspace workspace, int rows) {
    int n = layout.length(rows);
    for (int i = 0; i < layout.arrays(rows); i++) {
      int[] condition = ints(workspace, 0, i, rows);
      switch (elements) {
        case FLOAT -> {
          float[] a = floats(workspace, 1, i, rows);
          float[] b = floats(workspace, 2, i, rows);
          float[] out = workspace.floats(result)[i];
          for (int k = 0; k < n; k++) {
            out[k] = condition[k] != 0 ? a[k] : b[k];
          }
        }
        case DOUBLE -> {
          double[] a = doubles(workspace, 1, i, rows);
          double[] b = doubles(workspace, 2, i, rows);
          double[] out = workspace.doubles(result)[i];
          for (int k = 0; k < n; k++) {
            out[k] = condition[k] != 0 ? a[k] : b[k];
          }
        }
        case INT -> {
          int[] a = ints(workspace, 1, i, rows);
          int[] b = ints(workspace, 2, i, rows);
          int[] out = workspace.ints(result)[i];
          for (int k = 0; k < n; k++) {
            out[k] = condition[k] != 0 ? a[k] : b[k];
          }
        }
      }
    }
  }

  private float[] floats(Workspace workspace, int operand, int array, int rows) {
    return (float[]) operands[operand].values(workspace, array, rows);
  }

  private double[] doubles(Workspace workspace, int operand, int array, int rows) {
    return (double[]) operands[operand].values(workspace, array, rows);
  }

  private int[] ints(Workspace workspace, int operand, int array, int rows) {
    return (int[]) operands[operand].values(workspace, array, rows);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Computes along an axis, fiber by fiber.
 *
 * @param opcode of the step
 * @param from fibers of the input
 * @param to fibers of the result
 * @param x number of the input
 * @param second number of the second input, if there is one
 * @param result number of the result
 */
record FiberStep(Opcode opcode, Fibers from, Fibers to, int x, int second, int result)
    implements Step {
  static Step of(Tape tape, Instruction instruction, int result) {
    int x = instruction.inputs().get(0);
    int second = instruction.inputs().size() > 1 ? instruction.inputs().get(1) : x;
    int axis = instruction.numbers().get(0);
    TapeType type = tape.type(x);
    return new FiberStep(
        instruction.opcode(),
        new Fibers(type, axis),
        new Fibers(tape.type(result), axis),
        x,
        second,
        result);
  }

  @Override
  public void run(Workspace workspace, int rows) {
    boolean sums = opcode == Opcode.SUM || opcode == Opcode.MEAN;
    if (sums && from.layout().element() == Element.FLOAT) {
      addFloats(workspace, rows);
    } else {
      each(workspace, rows);
    }
  }

  private void each(Workspace workspace, int rows) {
    double[] values = new double[from.length()];
    double[] results = new double[to.length()];
    for (int r = 0; r < to.layout().rows(rows); r++) {
      for (int u = 0; u < from.units(); u++) {
        for (int d = 0; d < from.draws(); d++) {
          from.read(workspace, x, r, d, u, values);
          compute(workspace, r, d, u, values, results);
          to.write(workspace, result, r, d, u, results);
        }
      }
    }
  }

  private void compute(Workspace workspace, int row, int draw, int unit, double[] x, double[] to) {
    switch (opcode) {
      case SUM -> to[0] = sum(x);
      case MEAN -> to[0] = sum(x) / x.length;
      case LARGEST -> to[0] = largest(x);
      case CUMULATE -> cumulate(x, to);
      case SORT -> {
        System.arraycopy(x, 0, to, 0, x.length);
        Arrays.sort(to);
        reverse(to);
      }
      case ORDER -> order(x, to);
      case RANK -> {
        double[] sorted = new double[x.length];
        from.read(workspace, second, row, draw, unit, sorted);
        rank(x, sorted, to);
      }
      default -> throw new IllegalStateException(opcode + " (expected: one along an axis)");
    }
  }

  private static double sum(double[] x) {
    double sum = 0;
    for (double value : x) {
      sum += value;
    }
    return sum;
  }

  private static double largest(double[] x) {
    double largest = x[0];
    for (double value : x) {
      largest = Math.max(largest, value);
    }
    return largest;
  }

  /** In the precision of the elements. */
  private void cumulate(double[] x, double[] to) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i];
      sum = from.layout().element() == Element.FLOAT ? (float) sum : sum;
      to[i] = sum;
    }
  }

  private static void reverse(double[] x) {
    for (int i = 0, j = x.length - 1; i < j; i++, j--) {
      double other = x[i];
      x[i] = x[j];
      x[j] = other;
    }
  }

  private static void order(double[] x, double[] to) {
    Integer[] places = new Integer[x.length];
    Arrays.setAll(places, i -> i);
    Arrays.sort(places, Comparator.comparingDouble((Integer i) -> -x[i]));
    for (int i = 0; i < to.length; i++) {
      to[i] = places[i];
    }
  }

  /** Equal values keep their order. */
  private static void rank(double[] x, double[] descending, double[] to) {
    int[] copied = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      int first = firstPlace(descending, x[i]);
      to[i] = Math.min(first + copied[first]++, x.length - 1);
    }
  }

  /** The place of the first of equal values. */
  private static int firstPlace(double[] descending, double value) {
    int low = 0;
    int high = descending.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (descending[middle] > value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Sums of single precision. */
  private void addFloats(Workspace workspace, int rows) {
    double[] values = new double[from.length()];
    float divisor = opcode == Opcode.MEAN ? from.length() : 1;
    for (int r = 0; r < to.layout().rows(rows); r++) {
      for (int u = 0; u < from.units(); u++) {
        for (int d = 0; d < from.draws(); d++) {
          from.read(workspace, x, r, d, u, values);
          float sum = 0;
          for (double value : values) {
            sum += (float) value;
          }
          workspace.floats(result)[to.array(r, u, 0)][to.at(r, d, u, 0)] = sum / divisor;
        }
      }
    }
  }
}

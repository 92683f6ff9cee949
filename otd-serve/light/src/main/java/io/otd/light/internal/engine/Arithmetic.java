// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Opcode;

/** Operations on the first n values of two arrays. */
final class Arithmetic {
  private Arithmetic() {}

  /**
   * In double precision, rounded once, the result is that of single precision. The operations that
   * networks consist of have loops of their own, which become vector instructions.
   */
  static void floats(Opcode opcode, float[] a, float[] b, float[] out, int n) {
    switch (opcode) {
      case ADD -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] + b[k];
        }
      }
      case SUBTRACT -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] - b[k];
        }
      }
      case MULTIPLY -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] * b[k];
        }
      }
      default -> {
        for (int k = 0; k < n; k++) {
          out[k] = (float) of(opcode, a[k], b[k]);
        }
      }
    }
  }

  static void doubles(Opcode opcode, double[] a, double[] b, double[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = of(opcode, a[k], b[k]);
    }
  }

  private static double of(Opcode opcode, double x, double y) {
    return switch (opcode) {
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> x / y;
      case MAXIMUM -> Math.max(x, y);
      case MINIMUM -> Math.min(x, y);
      case POWER -> StrictMath.pow(x, y);
      default -> throw unknown(opcode);
    };
  }

  /** Also of truth values. A quotient by 0 is 0. */
  static void ints(Opcode opcode, int[] a, int[] b, int[] out, int n) {
    for (int k = 0; k < n; k++) {
      int x = a[k];
      int y = b[k];
      out[k] =
          switch (opcode) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            case DIVIDE -> y == 0 ? 0 : x / y;
            case MAXIMUM -> Math.max(x, y);
            case MINIMUM -> Math.min(x, y);
            case POWER -> (int) StrictMath.pow(x, y);
            case AND -> x & y;
            case OR -> x | y;
            case XOR -> x ^ y;
            case SHIFT -> x >> y;
            default -> truth(opcode, x, y);
          };
    }
  }

  static void compare(Opcode opcode, float[] a, float[] b, int[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = truth(opcode, a[k], b[k]);
    }
  }

  static void compare(Opcode opcode, double[] a, double[] b, int[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = truth(opcode, a[k], b[k]);
    }
  }

  /** 1 if a comparison holds, else 0. */
  private static int truth(Opcode opcode, double x, double y) {
    boolean holds =
        switch (opcode) {
          case LESS -> x < y;
          case LESS_EQUAL -> x <= y;
          case EQUAL -> x == y;
          default -> throw unknown(opcode);
        };
    return holds ? 1 : 0;
  }

  private static IllegalStateException unknown(Opcode opcode) {
    return new IllegalStateException(opcode + " (expected: an operation on these elements)");
  }
}

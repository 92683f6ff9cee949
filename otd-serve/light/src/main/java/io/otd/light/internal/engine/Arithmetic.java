// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Opcode;

/** Operations on the first n values of two arrays. */
final class Arithmetic {
  private Arithmetic() {}

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
      case DIVIDE -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] / b[k];
        }
      }
      case MAXIMUM -> {
        for (int k = 0; k < n; k++) {
          out[k] = Math.max(a[k], b[k]);
        }
      }
      case MINIMUM -> {
        for (int k = 0; k < n; k++) {
          out[k] = Math.min(a[k], b[k]);
        }
      }
      case POWER -> {
        for (int k = 0; k < n; k++) {
          out[k] = (float) StrictMath.pow(a[k], b[k]);
        }
      }
      default -> throw unknown(opcode);
    }
  }

  static void doubles(Opcode opcode, double[] a, double[] b, double[] out, int n) {
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
      case DIVIDE -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] / b[k];
        }
      }
      case MAXIMUM -> {
        for (int k = 0; k < n; k++) {
          out[k] = Math.max(a[k], b[k]);
        }
      }
      case MINIMUM -> {
        for (int k = 0; k < n; k++) {
          out[k] = Math.min(a[k], b[k]);
        }
      }
      case POWER -> {
        for (int k = 0; k < n; k++) {
          out[k] = StrictMath.pow(a[k], b[k]);
        }
      }
      default -> throw unknown(opcode);
    }
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
            case LESS -> x < y ? 1 : 0;
            case LESS_EQUAL -> x <= y ? 1 : 0;
            case EQUAL -> x == y ? 1 : 0;
            default -> throw unknown(opcode);
          };
    }
  }

  static void compare(Opcode opcode, float[] a, float[] b, int[] out, int n) {
    switch (opcode) {
      case LESS -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] < b[k] ? 1 : 0;
        }
      }
      case LESS_EQUAL -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] <= b[k] ? 1 : 0;
        }
      }
      case EQUAL -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] == b[k] ? 1 : 0;
        }
      }
      default -> throw unknown(opcode);
    }
  }

  static void compare(Opcode opcode, double[] a, double[] b, int[] out, int n) {
    switch (opcode) {
      case LESS -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] < b[k] ? 1 : 0;
        }
      }
      case LESS_EQUAL -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] <= b[k] ? 1 : 0;
        }
      }
      case EQUAL -> {
        for (int k = 0; k < n; k++) {
          out[k] = a[k] == b[k] ? 1 : 0;
        }
      }
      default -> throw unknown(opcode);
    }
  }

  private static IllegalStateException unknown(Opcode opcode) {
    return new IllegalStateException(opcode + " (expected: an operation on these elements)");
  }
}

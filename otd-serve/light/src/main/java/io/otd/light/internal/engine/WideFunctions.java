// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Opcode;

/** Functions of the first n numbers of double precision, and of whole numbers. */
final class WideFunctions {
  private WideFunctions() {}

  static void apply(Opcode opcode, double[] x, double[] out, int n) {
    if (opcode == Opcode.SQUARE) {
      square(x, out, n);
      return;
    }
    for (int k = 0; k < n; k++) {
      out[k] = of(opcode, x[k]);
    }
  }

  static double of(Opcode opcode, double x) {
    return switch (opcode) {
      case NEGATE -> -x;
      case ABSOLUTE -> Math.abs(x);
      case FLOOR -> Math.floor(x);
      case ROOT -> Math.sqrt(x);
      case EXP -> StrictMath.exp(x);
      case EXPM1 -> StrictMath.expm1(x);
      case LOG -> StrictMath.log(x);
      case LOG1P -> StrictMath.log1p(x);
      default -> throw unknown(opcode);
    };
  }

  private static void square(double[] x, double[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = x[k] * x[k];
    }
  }

  static void apply(Opcode opcode, int[] x, int[] out, int n) {
    for (int k = 0; k < n; k++) {
      int v = x[k];
      out[k] =
          switch (opcode) {
            case NEGATE -> -v;
            case ABSOLUTE -> Math.abs(v);
            case SQUARE -> v * v;
            default -> throw unknown(opcode);
          };
    }
  }

  private static IllegalStateException unknown(Opcode opcode) {
    return new IllegalStateException(opcode + " (expected: a function of these elements)");
  }
}

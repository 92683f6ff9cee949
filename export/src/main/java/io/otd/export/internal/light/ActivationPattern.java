// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.light.internal.tape.Opcode;
import java.util.Optional;

/** Activations that are several operations of TensorFlow. */
final class ActivationPattern {
  private static final double SLOPE = Math.sqrt(2 / Math.PI);
  private static final double CUBIC = 0.044715;

  private ActivationPattern() {}

  /**
   * An activation.
   *
   * @param function that is applied
   * @param x to this
   * @param reads how often its operations read x
   */
  record Applied(Opcode function, Ref x, int reads) {}

  /** The activation that a product is. */
  static Optional<Applied> match(FlatPatterns patterns, Ref ref) {
    return patterns
        .of(ref, "Mul")
        .flatMap(
            product -> {
              Ref a = product.inputs().get(0);
              Ref b = product.inputs().get(1);
              return match(patterns, a, b).or(() -> match(patterns, b, a));
            });
  }

  private static Optional<Applied> match(FlatPatterns patterns, Ref x, Ref factor) {
    if (patterns.of(factor, "Sigmoid").filter(s -> s.inputs().get(0).equals(x)).isPresent()) {
      return Optional.of(new Applied(Opcode.SILU, x, 2));
    }
    if (isGate(patterns, x, factor)) {
      return Optional.of(new Applied(Opcode.GELU_TANH, x, 4));
    }
    return halved(patterns, x)
        .filter(whole -> isNormal(patterns, whole, factor))
        .map(whole -> new Applied(Opcode.GELU_ERF, whole, 2));
  }

  /** {@code 1/2 + tanh(x (a + b x x)) / 2}. */
  private static boolean isGate(FlatPatterns patterns, Ref x, Ref factor) {
    return patterns
        .of(factor, "Add")
        .flatMap(sum -> patterns.other(sum, .5))
        .flatMap(half -> patterns.of(half, "Mul"))
        .flatMap(half -> patterns.other(half, .5))
        .flatMap(tanh -> patterns.of(tanh, "Tanh"))
        .flatMap(tanh -> patterns.of(tanh.inputs().get(0), "Mul"))
        .flatMap(product -> FlatPatterns.other(product, x))
        .flatMap(quadratic -> patterns.of(quadratic, "Add"))
        .flatMap(quadratic -> patterns.other(quadratic, SLOPE))
        .flatMap(rest -> patterns.of(rest, "Mul"))
        .flatMap(rest -> patterns.other(rest, SLOPE * CUBIC))
        .flatMap(square -> patterns.of(square, "Mul"))
        .filter(square -> isSquare(square, x))
        .isPresent();
  }

  private static boolean isSquare(Operation square, Ref x) {
    return square.inputs().get(0).equals(x) && square.inputs().get(1).equals(x);
  }

  private static Optional<Ref> halved(FlatPatterns patterns, Ref ref) {
    return patterns.of(ref, "Mul").flatMap(product -> patterns.other(product, .5));
  }

  /** {@code 1 + erf(x / sqrt(2))}. */
  private static boolean isNormal(FlatPatterns patterns, Ref x, Ref factor) {
    return patterns
        .of(factor, "Add")
        .flatMap(sum -> patterns.other(sum, 1))
        .flatMap(erf -> patterns.of(erf, "Erf"))
        .flatMap(erf -> patterns.of(erf.inputs().get(0), "Div", "RealDiv", "Mul"))
        .filter(scaled -> scaled.inputs().get(0).equals(x) || scaled.inputs().get(1).equals(x))
        .isPresent();
  }
}

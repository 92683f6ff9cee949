// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.export.internal.flat.NumberType;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Operators on elements and matrices that are more than one node of ONNX, or differ from it. */
final class OnnxElements {
  private OnnxElements() {}

  /** In double precision the difference is exact enough near 0. */
  static OnnxValue expm1(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    return wide(step, x -> onnx.sub(onnx.exp(x), onnx.scalar(1.0)));
  }

  /** In double precision the sum is exact enough near 0. */
  static OnnxValue log1p(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    return wide(step, x -> onnx.log(onnx.add(onnx.scalar(1.0), x)));
  }

  private static OnnxValue wide(OnnxStep step, UnaryOperator<OnnxValue> function) {
    NumberType type = step.type(0).element();
    if (type == NumberType.FLOAT64) {
      return function.apply(step.in(0));
    }
    OnnxOps onnx = step.onnx();
    return onnx.cast(function.apply(onnx.cast(step.in(0), NumberType.FLOAT64)), type);
  }

  /** ONNX's remainder has the sign of the dividend, this one that of the divisor. */
  static OnnxValue floorMod(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    OnnxValue y = step.in(1);
    OnnxValue rest = onnx.remainder(step.in(0), y);
    OnnxValue zero = onnx.sub(y, y);
    OnnxValue other = onnx.less(onnx.mul(rest, y), zero);
    return onnx.where(other, onnx.add(rest, y), rest);
  }

  static OnnxValue zerosLike(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    OnnxValue zero = onnx.cast(onnx.scalar(0f), step.result().element());
    return onnx.node("Expand", List.of(zero, onnx.shape(step.in(0))));
  }

  /** The new dimension is the last one. */
  static OnnxValue oneHot(OnnxStep step) {
    if (step.operation().whole("axis") != -1) {
      throw new IllegalArgumentException(
          "axis of OneHot: %s (expected: -1)".formatted(step.operation().whole("axis")));
    }
    OnnxOps onnx = step.onnx();
    OnnxValue index = onnx.cast(step.in(0), NumberType.INT64);
    OnnxValue places = onnx.vector(LongStream.range(0, step.whole(1)).toArray());
    OnnxValue equal = onnx.equal(onnx.unsqueeze(index, step.type(0).rank()), places);
    return onnx.where(equal, step.in(2), step.in(3));
  }

  static OnnxValue matMul(OnnxStep step) {
    requireUnset(step, "transpose_a", "transpose_b");
    return step.onnx().matMul(step.in(0), step.in(1));
  }

  static OnnxValue batchMatMul(OnnxStep step) {
    requireUnset(step, "adj_x", "adj_y");
    return step.onnx().matMul(step.in(0), step.in(1));
  }

  static OnnxValue cumulated(OnnxStep step) {
    requireUnset(step, "exclusive", "reverse");
    return step.onnx().cumulated(step.in(0), step.dimension(step.whole(1), step.type(0).rank()));
  }

  /** The largest values, descending; equal ones in their order. */
  static List<OnnxValue> largest(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    List<OnnxValue> sorted = onnx.largest(step.in(0), step.type(0).rank() - 1, step.whole(1));
    NumberType places = step.operation().results().get(1).element();
    return step.second()
        ? List.of(sorted.get(0), onnx.cast(sorted.get(1), places))
        : List.of(sorted.get(0));
  }

  private static void requireUnset(OnnxStep step, String... attributes) {
    for (String attribute : attributes) {
      if (step.operation().is(attribute)) {
        throw new IllegalArgumentException(
            "%s of %s: true (expected: false)".formatted(attribute, step.operation().operator()));
      }
    }
  }
}

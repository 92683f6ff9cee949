// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.export.internal.flat.NumberType;
import java.util.Arrays;
import java.util.List;

/**
 * The number of boundaries at or below each value, by binary search in a table that is padded with
 * infinities to one less than a power of two.
 */
final class OnnxBuckets {
  private OnnxBuckets() {}

  static OnnxValue add(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    List<Double> boundaries = step.operation().attributes().getOrDefault("boundaries", List.of());
    OnnxValue x = onnx.cast(step.in(0), NumberType.FLOAT64);
    int first = Integer.highestOneBit(Math.max(1, boundaries.size()));
    double[] table = new double[2 * first - 1];
    Arrays.fill(table, Double.POSITIVE_INFINITY);
    for (int i = 0; i < boundaries.size(); i++) {
      table[i] = boundaries.get(i);
    }
    OnnxValue count = onnx.cast(onnx.isNan(x), NumberType.INT64);
    count = onnx.sub(count, count);
    for (int half = first; half > 0; half /= 2) {
      OnnxValue last = onnx.add(count, onnx.wholeScalar(half - 1L));
      OnnxValue reached = onnx.lessOrEqual(onnx.gather(onnx.vector(table), last, 0), x);
      count =
          onnx.add(count, onnx.mul(onnx.cast(reached, NumberType.INT64), onnx.wholeScalar(half)));
    }
    // Infinity reaches the padding, too.
    OnnxValue bounded = onnx.min(count, onnx.wholeScalar(boundaries.size()));
    return onnx.cast(bounded, step.result().element());
  }
}

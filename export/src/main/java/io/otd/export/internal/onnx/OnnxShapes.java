// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.flat.TensorType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Operators that change shapes or take parts. */
final class OnnxShapes {
  private OnnxShapes() {}

  static OnnxValue shape(OnnxStep step) {
    return step.onnx().cast(step.onnx().shape(step.in(0)), step.result().element());
  }

  static OnnxValue fill(OnnxStep step) {
    return step.onnx().node("Expand", List.of(step.in(1), sizes(step, 0)));
  }

  static OnnxValue broadcast(OnnxStep step) {
    return step.onnx().node("Expand", List.of(step.in(0), sizes(step, 1)));
  }

  static OnnxValue reshape(OnnxStep step) {
    return step.onnx().node("Reshape", List.of(step.in(0), sizes(step, 1)));
  }

  /** ONNX takes sizes as int64 only. */
  private static OnnxValue sizes(OnnxStep step, int input) {
    return step.known(input)
        ? step.onnx().vector(step.wholes(input))
        : step.onnx().cast(step.in(input), NumberType.INT64);
  }

  static OnnxValue expand(OnnxStep step) {
    return step.onnx().unsqueeze(step.in(0), step.dimension(step.whole(1), step.result().rank()));
  }

  static OnnxValue squeeze(OnnxStep step) {
    List<Double> axes = step.operation().attributes().getOrDefault("squeeze_dims", List.of());
    int rank = step.type(0).rank();
    return step.onnx()
        .squeeze(
            step.in(0),
            axes.stream().mapToLong(a -> step.dimension(a.longValue(), rank)).toArray());
  }

  static OnnxValue transpose(OnnxStep step) {
    return step.onnx().transpose(step.in(0), step.wholes(1));
  }

  static OnnxValue concat(OnnxStep step) {
    int last = step.operation().inputs().size() - 1;
    List<OnnxValue> values = IntStream.range(0, last).mapToObj(step::in).toList();
    return step.onnx().concat(values, step.dimension(step.whole(last), step.result().rank()));
  }

  static OnnxValue pack(OnnxStep step) {
    int axis = step.dimension(step.operation().whole("axis"), step.result().rank());
    return step.onnx()
        .concat(step.all().stream().map(v -> step.onnx().unsqueeze(v, axis)).toList(), axis);
  }

  /** Only of the dimensions of which not everything is taken. */
  static OnnxValue slice(OnnxStep step) {
    long[] from = step.wholes(1);
    long[] size = step.wholes(2);
    List<Long> axes = new ArrayList<>();
    for (int d = 0; d < from.length; d++) {
      if (from[d] > 0 || (size[d] >= 0 && size[d] != step.type(0).shape().get(d))) {
        axes.add((long) d);
      }
    }
    long[] places = axes.stream().mapToLong(Long::longValue).toArray();
    long[] start = axes.stream().mapToLong(d -> from[d.intValue()]).toArray();
    long[] end = axes.stream().mapToLong(d -> end(from, size, d.intValue())).toArray();
    return places.length == 0 ? step.in(0) : step.onnx().slice(step.in(0), places, start, end);
  }

  private static long end(long[] from, long[] size, int axis) {
    return size[axis] < 0 ? Long.MAX_VALUE : from[axis] + size[axis];
  }

  /** ONNX counts what is added before all dimensions, then behind them. */
  static OnnxValue pad(OnnxStep step) {
    long[] added = step.wholes(1);
    long[] pads = new long[added.length];
    int rank = added.length / 2;
    for (int d = 0; d < rank; d++) {
      pads[d] = added[2 * d];
      pads[rank + d] = added[2 * d + 1];
    }
    return step.onnx().node("Pad", List.of(step.in(0), step.onnx().vector(pads), step.in(2)));
  }

  static OnnxValue gather(OnnxStep step) {
    TensorType values = step.type(0);
    TensorType places = step.type(1);
    int axis = step.dimension(step.whole(2), values.rank());
    int batch = step.operation().whole("batch_dims");
    if (batch == 0) {
      return step.onnx().gather(step.in(0), step.in(1), axis);
    }
    if (batch != axis || values.rank() != axis + 1 || places.rank() != values.rank()) {
      throw new IllegalArgumentException(
          "GatherV2 of %s by %s, batch_dims %s (expected: along the last axis of both)"
              .formatted(values.shape(), places.shape(), batch));
    }
    return step.onnx().gatherElements(step.in(0), step.in(1), axis);
  }
}

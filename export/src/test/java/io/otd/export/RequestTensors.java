// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.types.TInt64;

/** The inputs of a request as tensors. */
final class RequestTensors {
  private RequestTensors() {}

  /** The first rows of each input; the caller closes them. */
  static Map<String, Tensor> of(PredictRequest request, int rows) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    request.getInputsMap().forEach((key, proto) -> tensors.put(key, tensor(proto, rows)));
    return tensors;
  }

  /** The number of rows of a request. */
  static int rows(PredictRequest request) {
    return (int)
        request.getInputsMap().values().iterator().next().getTensorShape().getDim(0).getSize();
  }

  /** Zeros, or empty texts; the caller closes it. */
  static Tensor zeros(DataType type, long... shape) {
    int count = (int) Shape.of(shape).size();
    return switch (type) {
      case DT_INT64 -> TInt64.tensorOf(Shape.of(shape), DataBuffers.of(new long[count]));
      case DT_STRING -> Tensors.of(Collections.nCopies(count, "").toArray(String[]::new), shape);
      default -> Tensors.of(new float[count], shape);
    };
  }

  /** Shapes, for two rows, that an input must refuse. */
  static List<long[]> otherShapes(TensorInfo input) {
    if (input.getTensorShape().getDimCount() == 1) {
      return List.of(new long[] {2, 1}, new long[] {});
    }
    long width = input.getTensorShape().getDim(1).getSize();
    List<long[]> shapes = new ArrayList<>();
    shapes.add(new long[] {2, width + 1});
    shapes.add(new long[] {2, width, 1});
    shapes.add(new long[] {width});
    if (width > 1) {
      shapes.add(new long[] {2, 1});
    }
    return shapes;
  }

  private static Tensor tensor(TensorProto proto, int rows) {
    long[] shape =
        proto.getTensorShape().getDimList().stream().mapToLong(d -> d.getSize()).toArray();
    shape[0] = rows;
    int count = (int) Shape.of(shape).size();
    if (proto.getDtype() == DataType.DT_INT64) {
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = proto.getInt64Val(i);
      }
      return TInt64.tensorOf(Shape.of(shape), DataBuffers.of(values));
    }
    if (proto.getDtype() == DataType.DT_STRING) {
      String[] texts = new String[count];
      for (int i = 0; i < count; i++) {
        texts[i] = proto.getStringVal(i).toStringUtf8();
      }
      return Tensors.of(texts, shape);
    }
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = proto.getFloatVal(i);
    }
    return Tensors.of(values, shape);
  }
}

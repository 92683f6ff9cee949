// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.List;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

/** Row-major Java arrays to tensors and back. The caller closes what it is given. */
public final class Tensors {
  private Tensors() {}

  /** A float tensor with a copy of the values. */
  public static TFloat32 of(float[] values, long... shape) {
    return TFloat32.tensorOf(Shape.of(shape), DataBuffers.of(values, true, false));
  }

  /** An int tensor with a copy of the values. */
  public static TInt32 of(int[] values, long... shape) {
    return TInt32.tensorOf(Shape.of(shape), DataBuffers.of(values, true, false));
  }

  /** A string tensor with a copy of the values, in UTF-8. */
  public static TString of(String[] values, long... shape) {
    return TString.tensorOf(Shape.of(shape), DataBuffers.ofObjects(values));
  }

  /** Sizes in TensorFlow's form. */
  public static long[] dimensions(List<Integer> shape) {
    return shape.stream().mapToLong(Integer::longValue).toArray();
  }

  /** Sizes as a shape. */
  public static Shape shape(List<Integer> shape) {
    return Shape.of(dimensions(shape));
  }

  /** A long scalar. */
  public static TInt64 scalar(long value) {
    return TInt64.scalarOf(value);
  }

  /** An int scalar. */
  public static TInt32 scalar(int value) {
    return TInt32.scalarOf(value);
  }

  /** The values of a float tensor, row-major. */
  public static float[] floats(Tensor tensor) {
    float[] values = new float[Math.toIntExact(tensor.size())];
    ((TFloat32) tensor).asRawTensor().data().asFloats().read(values);
    return values;
  }
}

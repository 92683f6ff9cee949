// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.otd.export.internal.flat.NumberType;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.family.TType;

/** Numbers of one element type, for TensorFlow and for ONNX Runtime. */
@SuppressWarnings("ArrayRecordComponent") // written once, in a test
public record InputValues(NumberType element, long[] shape, double... values) {
  public static InputValues floats(long[] shape, double... values) {
    return new InputValues(NumberType.FLOAT32, shape, values);
  }

  public static InputValues doubles(long[] shape, double... values) {
    return new InputValues(NumberType.FLOAT64, shape, values);
  }

  public static InputValues ints(long[] shape, double... values) {
    return new InputValues(NumberType.INT32, shape, values);
  }

  public static InputValues truths(long[] shape, double... values) {
    return new InputValues(NumberType.BOOL, shape, values);
  }

  public Class<? extends TType> type() {
    return switch (element) {
      case FLOAT32 -> TFloat32.class;
      case FLOAT64 -> TFloat64.class;
      case INT32 -> TInt32.class;
      case INT64 -> TInt64.class;
      case BOOL -> TBool.class;
    };
  }

  public Tensor tensor() {
    Shape of = Shape.of(shape);
    return switch (element) {
      case FLOAT32 -> TFloat32.tensorOf(of, DataBuffers.of(floats()));
      case FLOAT64 -> TFloat64.tensorOf(of, DataBuffers.of(values));
      case INT32 -> TInt32.tensorOf(of, DataBuffers.of(ints()));
      case INT64 -> TInt64.tensorOf(of, DataBuffers.of(longs()));
      case BOOL -> TBool.tensorOf(of, DataBuffers.of(truths()));
    };
  }

  public OnnxTensor onnx(OrtEnvironment environment) throws OrtException {
    return switch (element) {
      case FLOAT32 -> OnnxTensor.createTensor(environment, FloatBuffer.wrap(floats()), shape);
      case FLOAT64 -> OnnxTensor.createTensor(environment, DoubleBuffer.wrap(values), shape);
      case INT32 -> OnnxTensor.createTensor(environment, IntBuffer.wrap(ints()), shape);
      case INT64 -> OnnxTensor.createTensor(environment, LongBuffer.wrap(longs()), shape);
      // The runtime takes truth values as Java arrays only.
      case BOOL -> OnnxTensor.createTensor(environment, truths());
    };
  }

  private float[] floats() {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  private int[] ints() {
    return Arrays.stream(values).mapToInt(v -> (int) v).toArray();
  }

  private long[] longs() {
    return Arrays.stream(values).mapToLong(v -> (long) v).toArray();
  }

  private boolean[] truths() {
    boolean[] truths = new boolean[values.length];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = values[i] != 0;
    }
    return truths;
  }

  /** The elements of a tensor of TensorFlow, row-major. */
  public static double[] numbers(Tensor tensor) {
    double[] numbers = new double[Math.toIntExact(tensor.shape().size())];
    int[] next = {0};
    if (tensor instanceof TFloat32 t) {
      t.scalars().forEach(s -> numbers[next[0]++] = s.getFloat());
    } else if (tensor instanceof TFloat64 t) {
      t.scalars().forEach(s -> numbers[next[0]++] = s.getDouble());
    } else if (tensor instanceof TInt32 t) {
      t.scalars().forEach(s -> numbers[next[0]++] = s.getInt());
    } else if (tensor instanceof TInt64 t) {
      t.scalars().forEach(s -> numbers[next[0]++] = s.getLong());
    } else if (tensor instanceof TBool t) {
      t.scalars().forEach(s -> numbers[next[0]++] = s.getBoolean() ? 1 : 0);
    }
    return numbers;
  }

  @Override
  public String toString() {
    return element + Arrays.toString(shape);
  }
}

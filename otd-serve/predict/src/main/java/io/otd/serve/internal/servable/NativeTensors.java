// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_AllocateTensor;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Dim;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewTensor;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NumDims;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_Copy;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_GetDataPointer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_GetSize;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_Init;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorByteSize;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorData;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorType;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.tensorflow.internal.c_api.TF_TString;
import org.tensorflow.internal.c_api.TF_Tensor;

/** Copies tensors between the Java heap and native memory, bytes unchanged. */
final class NativeTensors {
  /**
   * Sizes that a tensor of a request may have. TensorFlow supports 254, and aborts the process if
   * an operation makes a tensor of more: this leaves room for dimensions that a graph adds.
   */
  private static final int MAX_RANK = 64;

  private NativeTensors() {}

  /**
   * A native copy, which the caller deletes.
   *
   * @throws ServingException INVALID_ARGUMENT, if it has too many sizes
   */
  static TF_Tensor copyOf(HostTensor tensor) {
    if (tensor.rank() > MAX_RANK) {
      throw ServingException.invalid(
          "tensor of rank %s (expected: at most %s)".formatted(tensor.rank(), MAX_RANK));
    }
    long[] shape = tensor.shape();
    int type = tensor.type().number();
    if (tensor.type() == ElementType.STRING) {
      return copyOfStrings(tensor, shape, type);
    }
    ByteBuffer bytes = tensor.bytes();
    TF_Tensor copy = TF_AllocateTensor(type, shape, shape.length, bytes.remaining());
    if (copy == null || copy.isNull()) {
      throw outOfMemory(bytes.remaining());
    }
    if (bytes.hasRemaining()) {
      view(copy, bytes.remaining()).put(bytes);
    }
    return copy;
  }

  private static TF_Tensor copyOfStrings(HostTensor tensor, long[] shape, int type) {
    int count = tensor.elements();
    long size = StringMemory.size(count);
    Pointer memory = StringMemory.allocate(size);
    TF_TString strings = new TF_TString(memory);
    int copied = 0;
    try {
      for (; copied < count; copied++) {
        byte[] value = tensor.string(copied);
        try (BytePointer bytes = new BytePointer(value)) {
          TF_TString string = strings.getPointer(copied);
          TF_TString_Init(string);
          TF_TString_Copy(string, bytes, value.length);
        }
      }
    } catch (RuntimeException | Error e) {
      StringMemory.release(memory, copied);
      throw e;
    }
    // The tensor owns the memory from here on. It may outlive the run: a graph can keep it.
    return TF_NewTensor(type, shape, shape.length, memory, size, StringMemory.RELEASE, null);
  }

  /** A copy in the Java heap. */
  static HostTensor copyOf(TF_Tensor tensor, String name) {
    ElementType type = type(tensor, name);
    long[] shape = shape(tensor);
    int elements = elements(shape, name);
    if (type == ElementType.STRING) {
      byte[][] values = new byte[elements][];
      TF_TString strings = new TF_TString(TF_TensorData(tensor));
      for (int i = 0; i < elements; i++) {
        TF_TString string = strings.getPointer(i);
        values[i] = new byte[Math.toIntExact(TF_TString_GetSize(string))];
        TF_TString_GetDataPointer(string).get(values[i]);
      }
      return HostTensor.ofStrings(shape, values);
    }
    int size = size(tensor, elements, type, name);
    byte[] bytes = new byte[size];
    if (size > 0) {
      view(tensor, size).get(bytes);
    }
    return HostTensor.of(type, shape, ByteBuffer.wrap(bytes));
  }

  private static ElementType type(TF_Tensor tensor, String name) {
    int number = TF_TensorType(tensor);
    Optional<ElementType> type = ElementType.of(number);
    return type.orElseThrow(
        () ->
            new ServingException(
                StatusCode.UNIMPLEMENTED,
                "%s: TensorFlow's data type %s cannot be sent in a reply".formatted(name, number)));
  }

  private static long[] shape(TF_Tensor tensor) {
    long[] shape = new long[TF_NumDims(tensor)];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = TF_Dim(tensor, i);
    }
    return shape;
  }

  private static int elements(long[] shape, String name) {
    long elements = HostTensor.elements(shape);
    if (elements > Integer.MAX_VALUE - 8) {
      throw tooLarge(name, elements + " elements");
    }
    return (int) elements;
  }

  private static int size(TF_Tensor tensor, int elements, ElementType type, String name) {
    long size = (long) elements * type.bytes();
    if (size > Integer.MAX_VALUE - 8) {
      throw tooLarge(name, size + " bytes");
    }
    if (size != TF_TensorByteSize(tensor)) {
      throw new ServingException(
          StatusCode.INTERNAL,
          "%s: %s bytes (expected: %s)".formatted(name, TF_TensorByteSize(tensor), size));
    }
    return (int) size;
  }

  private static ByteBuffer view(TF_Tensor tensor, int size) {
    return new BytePointer(TF_TensorData(tensor))
        .capacity(size)
        .asByteBuffer()
        .order(ByteOrder.nativeOrder());
  }

  private static ServingException tooLarge(String name, String size) {
    return new ServingException(
        StatusCode.RESOURCE_EXHAUSTED, "%s: %s are more than a reply holds".formatted(name, size));
  }

  static ServingException outOfMemory(long bytes) {
    return new ServingException(
        StatusCode.RESOURCE_EXHAUSTED, "no memory for a tensor of %s bytes".formatted(bytes));
  }
}

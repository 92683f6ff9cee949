// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** Writes tensors as clients expect them: the elements one by one. */
final class TensorWriter {
  private TensorWriter() {}

  static TensorProto write(HostTensor tensor) {
    TensorProto.Builder message = TensorProto.newBuilder().setDtypeValue(tensor.type().number());
    TensorShapeProto.Builder shape = message.getTensorShapeBuilder();
    for (int i = 0; i < tensor.rank(); i++) {
      shape.addDimBuilder().setSize(tensor.size(i));
    }
    if (tensor.type() == ElementType.STRING) {
      for (int i = 0; i < tensor.elements(); i++) {
        message.addStringVal(UnsafeByteOperations.unsafeWrap(tensor.string(i)));
      }
    } else {
      write(tensor.type(), tensor.bytes(), message);
    }
    return message.build();
  }

  private static void write(ElementType type, ByteBuffer bytes, TensorProto.Builder to) {
    switch (type) {
      case FLOAT -> {
        for (FloatBuffer v = bytes.asFloatBuffer(); v.hasRemaining(); ) {
          to.addFloatVal(v.get());
        }
      }
      case DOUBLE -> {
        for (DoubleBuffer v = bytes.asDoubleBuffer(); v.hasRemaining(); ) {
          to.addDoubleVal(v.get());
        }
      }
      case INT32 -> {
        for (IntBuffer v = bytes.asIntBuffer(); v.hasRemaining(); ) {
          to.addIntVal(v.get());
        }
      }
      case INT16 -> {
        for (ShortBuffer v = bytes.asShortBuffer(); v.hasRemaining(); ) {
          to.addIntVal(v.get());
        }
      }
      case UINT16 -> {
        for (ShortBuffer v = bytes.asShortBuffer(); v.hasRemaining(); ) {
          to.addIntVal(Short.toUnsignedInt(v.get()));
        }
      }
      case INT8 -> {
        while (bytes.hasRemaining()) {
          to.addIntVal(bytes.get());
        }
      }
      case UINT8 -> {
        while (bytes.hasRemaining()) {
          to.addIntVal(Byte.toUnsignedInt(bytes.get()));
        }
      }
      case HALF, BFLOAT16 -> {
        for (ShortBuffer v = bytes.asShortBuffer(); v.hasRemaining(); ) {
          to.addHalfVal(Short.toUnsignedInt(v.get()));
        }
      }
      case INT64 -> {
        for (LongBuffer v = bytes.asLongBuffer(); v.hasRemaining(); ) {
          to.addInt64Val(v.get());
        }
      }
      case UINT32 -> {
        for (IntBuffer v = bytes.asIntBuffer(); v.hasRemaining(); ) {
          to.addUint32Val(v.get());
        }
      }
      case UINT64 -> {
        for (LongBuffer v = bytes.asLongBuffer(); v.hasRemaining(); ) {
          to.addUint64Val(v.get());
        }
      }
      case BOOL -> {
        while (bytes.hasRemaining()) {
          to.addBoolVal(bytes.get() != 0);
        }
      }
      case STRING -> throw new IllegalArgumentException("strings have no fixed size");
    }
  }
}

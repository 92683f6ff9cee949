// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
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
      case FLOAT -> each(bytes, from -> to.addFloatVal(from.getFloat()));
      case DOUBLE -> each(bytes, from -> to.addDoubleVal(from.getDouble()));
      case INT32 -> each(bytes, from -> to.addIntVal(from.getInt()));
      case INT16 -> each(bytes, from -> to.addIntVal(from.getShort()));
      case UINT16 -> each(bytes, from -> to.addIntVal(Short.toUnsignedInt(from.getShort())));
      case INT8 -> each(bytes, from -> to.addIntVal(from.get()));
      case UINT8 -> each(bytes, from -> to.addIntVal(Byte.toUnsignedInt(from.get())));
      case HALF, BFLOAT16 ->
          each(bytes, from -> to.addHalfVal(Short.toUnsignedInt(from.getShort())));
      case INT64 -> each(bytes, from -> to.addInt64Val(from.getLong()));
      case UINT32 -> each(bytes, from -> to.addUint32Val(from.getInt()));
      case UINT64 -> each(bytes, from -> to.addUint64Val(from.getLong()));
      case BOOL -> each(bytes, from -> to.addBoolVal(from.get() != 0));
      case STRING -> throw new IllegalArgumentException("strings have no fixed size");
    }
  }

  private static void each(ByteBuffer bytes, Consumer<ByteBuffer> add) {
    while (bytes.hasRemaining()) {
      add.accept(bytes);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.savedmodel;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;

/**
 * String tensors in the form that every reader supports. TensorFlow also has a packed one, all
 * lengths as varints and then all bytes; some other readers ignore that.
 */
final class StringTensors {
  private StringTensors() {}

  /** The same tensor, strings one by one; other types unchanged. */
  static TensorProto readable(TensorProto tensor) {
    if (tensor.getDtype() != DataType.DT_STRING || tensor.getTensorContent().isEmpty()) {
      return tensor;
    }
    long count = 1;
    for (var dimension : tensor.getTensorShape().getDimList()) {
      count *= dimension.getSize();
    }
    TensorProto.Builder readable = tensor.toBuilder().clearTensorContent();
    try {
      CodedInputStream in = tensor.getTensorContent().newCodedInput();
      int[] lengths = new int[Math.toIntExact(count)];
      for (int i = 0; i < lengths.length; i++) {
        lengths[i] = Math.toIntExact(in.readUInt64());
      }
      for (int length : lengths) {
        readable.addStringVal(ByteString.copyFrom(in.readRawBytes(length)));
      }
      if (!in.isAtEnd()) {
        throw new IllegalStateException("string tensor: bytes left over");
      }
    } catch (IOException e) {
      throw new IllegalStateException("string tensor: " + e.getMessage(), e);
    }
    return readable.build();
  }
}

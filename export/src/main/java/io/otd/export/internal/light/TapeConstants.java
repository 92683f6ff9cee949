// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode;
import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.TapeType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Constants of a flat graph as those of a tape. */
final class TapeConstants {
  private TapeConstants() {}

  static Constant of(FlatNode.Constant constant) {
    ByteBuffer from = constant.bytes().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    Element element = element(constant);
    List<Integer> dims = constant.type().shape().stream().map(Math::toIntExact).toList();
    TapeType type = new TapeType(element, false, dims);
    ByteBuffer to = ByteBuffer.allocate(type.size() * element.bytes());
    while (from.hasRemaining()) {
      switch (constant.type().element()) {
        case FLOAT32 -> to.putFloat(from.getFloat());
        case FLOAT64 -> to.putDouble(from.getDouble());
        case INT32 -> to.putInt(from.getInt());
        case INT64 -> to.putInt(Math.toIntExact(from.getLong()));
        case BOOL -> to.putInt(from.get());
      }
    }
    return new Constant(type, to.rewind());
  }

  private static Element element(FlatNode.Constant constant) {
    return switch (constant.type().element()) {
      case FLOAT32 -> Element.FLOAT;
      case FLOAT64 -> Element.DOUBLE;
      case INT32, INT64, BOOL -> Element.INT;
    };
  }
}

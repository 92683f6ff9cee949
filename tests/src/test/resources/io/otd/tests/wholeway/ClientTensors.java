// SPDX-License-Identifier: Apache-2.0
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tensorflow.framework.DataType;
import org.tensorflow.framework.TensorProto;
import org.tensorflow.framework.TensorShapeProto;

/** What every Java client sends and prints; only the stubs differ. */
class ClientTensors {
  private ClientTensors() {}

  /** Rows of a client's arguments: PORT MODEL COLUMNS VALUE... */
  static TensorProto rows(String[] args) {
    int columns = Integer.parseInt(args[2]);
    TensorProto.Builder tensor = TensorProto.newBuilder().setDtype(DataType.DT_FLOAT);
    for (int i = 3; i < args.length; i++) {
      tensor.addFloatVal(Float.parseFloat(args[i]));
    }
    return tensor
        .setTensorShape(
            TensorShapeProto.newBuilder()
                .addDim(TensorShapeProto.Dim.newBuilder().setSize((args.length - 3) / columns))
                .addDim(TensorShapeProto.Dim.newBuilder().setSize(columns)))
        .build();
  }

  /** A line for each mean, in whichever field the numbers came. */
  static void print(TensorProto mean) {
    mean.getFloatValList().forEach(value -> System.out.println("mean " + value));
    ByteBuffer content =
        mean.getTensorContent().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    while (content.hasRemaining()) {
      System.out.println("mean " + content.getFloat());
    }
  }
}

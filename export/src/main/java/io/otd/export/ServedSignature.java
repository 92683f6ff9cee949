package io.otd.export;

import io.otd.core.savedmodel.ServingNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.types.family.TType;

/** The inputs and outputs of one signature. Every tensor has the batch as its first dimension. */
final class ServedSignature {
  private final String name;
  private final Map<String, TensorInfo> inputs = new LinkedHashMap<>();
  private final Map<String, TensorInfo> outputs = new LinkedHashMap<>();

  ServedSignature(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /**
   * Adds an input with a placeholder of its own.
   *
   * @param key name of the input
   * @param sizes after the batch
   */
  <T extends TType> Operand<T> input(Ops tf, String key, Class<T> type, int... sizes) {
    Operand<T> placeholder =
        tf.withName(name + "_" + key).placeholder(type, Placeholder.shape(shape(sizes)));
    return input(key, placeholder, sizes);
  }

  /** Adds an input that another signature has too. */
  <T extends TType> Operand<T> input(String key, Operand<T> placeholder, int... sizes) {
    inputs.put(key, info(key, placeholder, sizes));
    return placeholder;
  }

  /**
   * Adds an output.
   *
   * @param key name of the output
   * @param sizes after the batch
   */
  ServedSignature output(Ops tf, String key, Operand<?> value, int... sizes) {
    outputs.put(key, info(key, tf.withName(name + "_" + key).identity(value), sizes));
    return this;
  }

  private static TensorInfo info(String key, Operand<?> operand, int... sizes) {
    Shape inferred = operand.shape();
    Shape declared = shape(sizes);
    if (!declared.isCompatibleWith(inferred)) {
      throw new IllegalStateException(
          key + ": shape " + inferred + " (expected: " + declared + ")");
    }
    TensorShapeProto.Builder proto = TensorShapeProto.newBuilder();
    for (long size : declared.asArray()) {
      proto.addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
    }
    return TensorInfo.newBuilder()
        .setName(operand.op().name() + ":" + operand.asOutput().index())
        .setDtype(DataType.forNumber(operand.asOutput().dataType().getNumber()))
        .setTensorShape(proto)
        .build();
  }

  private static Shape shape(int... sizes) {
    long[] all = new long[sizes.length + 1];
    all[0] = Shape.UNKNOWN_SIZE;
    for (int i = 0; i < sizes.length; i++) {
      all[i + 1] = sizes[i];
    }
    return Shape.of(all);
  }

  /** As a SavedModel states it. */
  SignatureDef definition() {
    return SignatureDef.newBuilder()
        .setMethodName(ServingNames.METHOD)
        .putAllInputs(inputs)
        .putAllOutputs(outputs)
        .build();
  }

  /** Nodes that the signature names. */
  List<String> nodes() {
    return java.util.stream.Stream.concat(inputs.values().stream(), outputs.values().stream())
        .map(info -> info.getName().substring(0, info.getName().indexOf(':')))
        .toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.savedmodel;

import io.otd.core.internal.savedmodel.ServingNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.types.family.TType;

/** The inputs and outputs of one signature. Every tensor has the batch as its first dimension. */
public final class ServedSignature {
  private final String name;
  private final Map<String, TensorInfo> inputs = new LinkedHashMap<>();
  private final Map<String, TensorInfo> outputs = new LinkedHashMap<>();

  /** A signature without inputs and outputs. */
  public ServedSignature(String name) {
    this.name = name;
  }

  /** The name. */
  public String name() {
    return name;
  }

  /**
   * Adds an input of this signature alone.
   *
   * @param key name of the input
   * @param sizes after the batch
   * @return the values, after their shape has been checked
   */
  public <T extends TType> Operand<T> input(Ops tf, String key, Class<T> type, int... sizes) {
    ServedInput<T> input = ServedInput.add(tf, name + "_" + key, type, sizes);
    input(key, input);
    return input.checked();
  }

  /** Adds an input that other signatures may share. */
  public ServedSignature input(String key, ServedInput<?> input) {
    inputs.put(key, info(input.fed(), input.fed().shape()));
    return this;
  }

  /**
   * Adds an output.
   *
   * @param key name of the output
   * @param sizes after the batch
   * @throws IllegalStateException if the value has another shape
   */
  public ServedSignature output(Ops tf, String key, Operand<?> value, int... sizes) {
    Operand<?> named = tf.withName(name + "_" + key).identity(value);
    Shape declared = ServedInput.batchOf(sizes);
    if (!declared.isCompatibleWith(named.shape())) {
      throw new IllegalStateException(
          key + ": shape " + named.shape() + " (expected: " + declared + ")");
    }
    outputs.put(key, info(named, declared));
    return this;
  }

  private static TensorInfo info(Operand<?> operand, Shape declared) {
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

  /** The definition in a SavedModel. */
  public SignatureDef definition() {
    return SignatureDef.newBuilder()
        .setMethodName(ServingNames.METHOD)
        .putAllInputs(inputs)
        .putAllOutputs(outputs)
        .build();
  }

  /** Names of the nodes of inputs and outputs. */
  public List<String> nodes() {
    return Stream.concat(inputs.values().stream(), outputs.values().stream())
        .map(info -> info.getName().substring(0, info.getName().indexOf(':')))
        .toList();
  }
}

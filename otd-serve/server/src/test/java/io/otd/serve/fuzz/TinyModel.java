// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static io.otd.serve.HandMadeModel.type;

import io.otd.serve.HandMadeModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * A hand-written SavedModel without variables: {@code y = x / 2}, echoes of several types, a matrix
 * product, and a regression and a classification that return the lengths of the examples' bytes.
 */
public final class TinyModel {
  /** Types that have an echo. */
  static final List<DataType> ECHOED =
      List.of(
          DataType.DT_FLOAT,
          DataType.DT_DOUBLE,
          DataType.DT_INT32,
          DataType.DT_INT64,
          DataType.DT_UINT8,
          DataType.DT_BOOL,
          DataType.DT_HALF,
          DataType.DT_STRING);

  private final MetaGraphDef.Builder meta = HandMadeModel.empty();

  private TinyModel() {}

  /** Writes one version of it. */
  public static void write(Path version) throws IOException {
    HandMadeModel.write(version, new TinyModel().graph());
  }

  /** The signature that echoes a type, from {@code in} to {@code out}. */
  static String echo(DataType type) {
    return "echo_" + type.name().substring("DT_".length()).toLowerCase(Locale.ROOT);
  }

  private MetaGraphDef.Builder graph() {
    halves();
    ECHOED.forEach(this::echoes);
    multiplies();
    measures();
    return meta;
  }

  private void halves() {
    placeholder("x", DataType.DT_FLOAT);
    constant("half", DataType.DT_FLOAT, TensorProto.newBuilder().addFloatVal(0.5f));
    node("y", "Mul", "x", "half").putAttr("T", type(DataType.DT_FLOAT));
    sign(
        "serving_default",
        "predict",
        signature().putInputs("x", tensor("x", DataType.DT_FLOAT)),
        "y",
        tensor("y", DataType.DT_FLOAT));
  }

  private void echoes(DataType type) {
    String name = echo(type);
    placeholder(name + "_in", type);
    node(name + "_out", "Identity", name + "_in").putAttr("T", type(type));
    sign(
        name,
        "predict",
        signature().putInputs("in", tensor(name + "_in", type)),
        "out",
        tensor(name + "_out", type));
  }

  private void multiplies() {
    placeholder("a", DataType.DT_FLOAT);
    placeholder("b", DataType.DT_FLOAT);
    node("product", "MatMul", "a", "b").putAttr("T", type(DataType.DT_FLOAT));
    sign(
        "matmul",
        "predict",
        signature()
            .putInputs("a", tensor("a", DataType.DT_FLOAT))
            .putInputs("b", tensor("b", DataType.DT_FLOAT)),
        "out",
        tensor("product", DataType.DT_FLOAT));
  }

  private void measures() {
    placeholder("examples", DataType.DT_STRING);
    node("length", "StringLength", "examples");
    node("lengths", "Cast", "length")
        .putAttr("SrcT", type(DataType.DT_INT32))
        .putAttr("DstT", type(DataType.DT_FLOAT));
    constant("last", DataType.DT_INT32, TensorProto.newBuilder().addIntVal(-1));
    node("scores", "ExpandDims", "lengths", "last")
        .putAttr("T", type(DataType.DT_FLOAT))
        .putAttr("Tdim", type(DataType.DT_INT32));
    SignatureDef.Builder inputs =
        signature().putInputs("inputs", tensor("examples", DataType.DT_STRING));
    sign("regress", "regress", inputs.clone(), "outputs", tensor("lengths", DataType.DT_FLOAT));
    sign("classify", "classify", inputs, "scores", tensor("scores", DataType.DT_FLOAT));
  }

  private void placeholder(String name, DataType type) {
    node(name, "Placeholder").putAttr("dtype", type(type));
  }

  private void constant(String name, DataType type, TensorProto.Builder value) {
    value.setTensorShape(TensorShapeProto.getDefaultInstance());
    meta.getGraphDefBuilder().addNode(HandMadeModel.constant(name, type, value));
  }

  private NodeDef.Builder node(String name, String operation, String... inputs) {
    return meta.getGraphDefBuilder()
        .addNodeBuilder()
        .mergeFrom(HandMadeModel.node(name, operation, inputs).build());
  }

  private static SignatureDef.Builder signature() {
    return SignatureDef.newBuilder();
  }

  private void sign(
      String name, String method, SignatureDef.Builder inputs, String output, TensorInfo tensor) {
    meta.putSignatureDef(
        name,
        inputs.setMethodName("tensorflow/serving/" + method).putOutputs(output, tensor).build());
  }

  private static TensorInfo tensor(String node, DataType type) {
    return TensorInfo.newBuilder()
        .setName(node + ":0")
        .setDtype(type)
        .setTensorShape(TensorShapeProto.newBuilder().setUnknownRank(true))
        .build();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static io.otd.serve.HandMadeModel.PRODUCER;
import static io.otd.serve.HandMadeModel.constant;
import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.shape;
import static io.otd.serve.HandMadeModel.type;
import static io.otd.serve.HandMadeModel.typed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.HandMadeModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.proto.VersionDef;

/** A model whose graph does not do what its signature declares: no fault of the client. */
class ContradictoryModelTest {
  private static final DataType FLOAT = DataType.DT_FLOAT;

  @TempDir private Path scratch;
  private final MetaGraphDef.Builder meta = HandMadeModel.empty();
  private Servable model;

  @BeforeEach
  void load() throws IOException {
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    graph.setVersions(VersionDef.newBuilder().setProducer(PRODUCER));
    graph.addNode(placeholder("x")).addNode(placeholder("z"));
    graph.addNode(typed("negative", "Neg", FLOAT, "x")).addNode(typed("other", "Neg", FLOAT, "z"));
    graph.addNode(
        constant(
            "axis",
            DataType.DT_INT32,
            TensorProto.newBuilder().setTensorShape(shape(1)).addIntVal(0)));
    graph.addNode(typed("sum", "Sum", FLOAT, "x", "axis").putAttr("Tidx", type(DataType.DT_INT32)));
    sign("sound", FLOAT, "negative:0", FLOAT, -1);
    sign("wrong rank", FLOAT, "negative:0", FLOAT, -1, 7);
    sign("no rows", FLOAT, "sum:0", FLOAT, -1);
    sign("wrong type", FLOAT, "negative:0", DataType.DT_STRING, -1);
    sign("wrong input", DataType.DT_INT64, "negative:0", FLOAT, -1);
    sign("no such output", FLOAT, "negative:3", FLOAT, -1);
    sign("lacks an input", FLOAT, "other:0", FLOAT, -1);
    HandMadeModel.write(scratch, meta);
    model = Servable.load(scratch, InspectionLimits.DEFAULT);
  }

  private static NodeDef.Builder placeholder(String name) {
    return node(name, "Placeholder")
        .putAttr("dtype", type(FLOAT))
        .putAttr(
            "shape",
            AttrValue.newBuilder()
                .setShape(TensorShapeProto.newBuilder().setUnknownRank(true))
                .build());
  }

  private void sign(String name, DataType input, String output, DataType type, long... shape) {
    TensorInfo.Builder info = TensorInfo.newBuilder();
    meta.putSignatureDef(
        name,
        SignatureDef.newBuilder()
            .setMethodName("tensorflow/serving/predict")
            .putInputs("x", info.setName("x:0").setDtype(input).setTensorShape(shape(-1)).build())
            .putOutputs(
                "y", info.setName(output).setDtype(type).setTensorShape(shape(shape)).build())
            .build());
  }

  @AfterEach
  void close() {
    model.close();
  }

  private void assertFault(String signature, HostTensor x, String message) {
    assertThatThrownBy(() -> model.run(signature, Map.of("x", x), List.of()))
        .isInstanceOfSatisfying(
            ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.INTERNAL))
        .hasMessageContaining(message);
  }

  @Test
  void an_output_of_a_type_or_shape_that_the_signature_forbids_is_named() {
    HostTensor two = HostTensor.of(new float[2], 2);
    assertFault(
        "wrong rank",
        two,
        "The model contradicts its signature: output y is float[2] (expected: float[-1, 7], as declared)");
    assertFault("no rows", two, "output y is float[] (expected: float[-1], as declared)");
    assertFault("wrong type", two, "output y is float[2] (expected: string[-1], as declared)");
    assertFault("no such output", two, "\"negative:3\": the model's graph has no such tensor");
  }

  @Test
  void an_input_that_the_signature_declares_wrongly_or_lacks_is_named() {
    assertFault(
        "wrong input",
        HostTensor.of(new long[2], 2),
        "input x is float (expected: int64[-1], as declared)");
    assertFault(
        "lacks an input",
        HostTensor.of(new float[2], 2),
        "feed a value for placeholder tensor 'z'");
  }

  @Test
  void a_client_that_sends_another_shape_or_type_gets_what_the_graph_makes_of_it() {
    Map<String, HostTensor> square = Map.of("x", HostTensor.of(new float[4], 2, 2));
    assertThat(model.run("sound", square, List.of()).get("y").shape()).containsExactly(2, 2);
    Map<String, HostTensor> whole = Map.of("x", HostTensor.of(new long[2], 2));
    assertThatThrownBy(() -> model.run("sound", whole, List.of()))
        .isInstanceOfSatisfying(
            ServingException.class,
            e -> assertThat(e.code()).isEqualTo(StatusCode.INVALID_ARGUMENT));
  }
}

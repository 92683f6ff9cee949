package io.otd.serve.servable;

import static io.otd.serve.HandMadeModel.constant;
import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.shape;
import static io.otd.serve.HandMadeModel.type;
import static io.otd.serve.HandMadeModel.typed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.HandMadeModel;
import io.otd.serve.inspection.InspectionLimits;
import io.otd.serve.status.ServingException;
import io.otd.serve.tensor.HostTensor;
import io.otd.serve.tensor.Likeness;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/**
 * A model with a signature that XLA takes and one that it refuses, which shows that it is asked.
 */
class CompiledServableTest {
  private static final int TANHS = 10;
  private static final int PRODUCER = 1395;

  @TempDir Path directory;

  @Test
  void compiled_runs_answer_as_before_and_so_do_others() throws Exception {
    write();
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      Map<String, HostTensor> flat = servable.run("flat", rows(2), List.of());
      Map<String, HostTensor> other = servable.run("flat", rows(3), List.of());
      Map<String, HostTensor> along = servable.run("along", rows(2), List.of());

      assertThat(servable.compile(List.of(2, 4)))
          .containsExactly(Map.entry("along", List.of(2, 4)), Map.entry("flat", List.of(2, 4)));

      assertThat(Likeness.alike(flat, servable.run("flat", rows(2), List.of()))).isTrue();
      assertThat(Likeness.alike(other, servable.run("flat", rows(3), List.of()))).isTrue();
      assertThat(Likeness.alike(along, servable.run("along", rows(2), List.of()))).isTrue();
      assertThat(servable.compile(List.of(2))).isEmpty();
    }
  }

  /** What is added would be useless, and nobody would notice, if it ran operation by operation. */
  @Test
  void xla_is_really_asked_as_it_refuses_what_it_does_not_know() throws Exception {
    write();
    CompiledPart unknown =
        new CompiledPart(Set.of("nth", "one"), List.of("x:0"), List.of("nth:0"), List.of());
    NativeSession session = NativeSession.load(directory, "serve");
    try {
      assertThat(run(session, "nth:0").get(0).floats()).containsExactly(2, 4);
      String place = session.compile(unknown, List.of("nth:0"), "scope").get("nth:0");
      assertThatThrownBy(() -> run(session, place))
          .isInstanceOf(ServingException.class)
          .hasMessageContaining("NthElement")
          .hasMessageContaining("XLA");
    } finally {
      session.close();
    }
  }

  private static List<HostTensor> run(NativeSession session, String fetch) {
    return session.run(Map.of("x:0", rows(2).get("x")), List.of(fetch));
  }

  @Test
  void requests_of_shapes_that_are_not_the_signatures_run_as_they_did() throws Exception {
    write();
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      HostTensor wide = HostTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
      Map<String, HostTensor> before = servable.run("flat", Map.of("x", wide), List.of());
      servable.compile(List.of(2));
      Map<String, HostTensor> after = servable.run("flat", Map.of("x", wide), List.of());
      assertThat(Likeness.identical(before.get("y"), after.get("y"))).isTrue();
    }
  }

  private static Map<String, HostTensor> rows(int rows) {
    float[] values = new float[2 * rows];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 + i;
    }
    return Map.of("x", HostTensor.of(values, rows, 2));
  }

  /** tanh of tanh ...; and the sum of that along an axis that depends on the values. */
  private void write() throws Exception {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    graph.setVersions(VersionDef.newBuilder().setProducer(PRODUCER));
    graph.addNode(
        node("x", "Placeholder")
            .putAttr("dtype", type(DataType.DT_FLOAT))
            .putAttr("shape", AttrValue.newBuilder().setShape(shape(-1, -1)).build()));
    String last = "x";
    for (int i = 0; i < TANHS; i++) {
      graph.addNode(typed("tanh" + i, "Tanh", DataType.DT_FLOAT, last));
      last = "tanh" + i;
    }
    graph.addNode(integers("axes", shape(2), 0, 1));
    graph.addNode(integers("two", shape(), 2));
    graph.addNode(integers("one", shape(), 1));
    graph.addNode(
        typed("nth", "NthElement", DataType.DT_FLOAT, "x", "one")
            .putAttr("reverse", AttrValue.newBuilder().setB(false).build()));
    graph.addNode(sum("sum", last, "axes"));
    graph.addNode(typed("ceil", "Ceil", DataType.DT_FLOAT, "sum"));
    graph.addNode(
        node("count", "Cast", "ceil")
            .putAttr("SrcT", type(DataType.DT_FLOAT))
            .putAttr("DstT", type(DataType.DT_INT32)));
    graph.addNode(typed("axis", "FloorMod", DataType.DT_INT32, "count", "two"));
    graph.addNode(sum("along", last, "axis"));
    meta.putSignatureDef("flat", signature(last + ":0", DataType.DT_FLOAT));
    meta.putSignatureDef("along", signature("along:0", DataType.DT_FLOAT));
    HandMadeModel.write(directory, meta);
  }

  private static NodeDef.Builder sum(String name, String of, String axes) {
    return typed(name, "Sum", DataType.DT_FLOAT, of, axes).putAttr("Tidx", type(DataType.DT_INT32));
  }

  private static NodeDef.Builder integers(String name, TensorShapeProto shape, Integer... values) {
    return constant(
        name,
        DataType.DT_INT32,
        TensorProto.newBuilder().setTensorShape(shape).addAllIntVal(List.of(values)));
  }

  private static SignatureDef signature(String output, DataType type) {
    return SignatureDef.newBuilder()
        .setMethodName("tensorflow/serving/predict")
        .putInputs(
            "x",
            TensorInfo.newBuilder()
                .setName("x:0")
                .setDtype(DataType.DT_FLOAT)
                .setTensorShape(shape(-1, 2))
                .build())
        .putOutputs("y", TensorInfo.newBuilder().setName(output).setDtype(type).build())
        .build();
  }
}

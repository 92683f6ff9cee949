// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static io.otd.serve.HandMadeModel.chain;
import static io.otd.serve.HandMadeModel.constant;
import static io.otd.serve.HandMadeModel.shape;
import static io.otd.serve.HandMadeModel.type;
import static io.otd.serve.HandMadeModel.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.otd.serve.HandMadeModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Likeness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;

class FullSortTest {
  @TempDir Path directory;

  /** Rows of so many numbers, negated several times, and their k largest in order, negated. */
  private static MetaGraphDef.Builder model(int length, int k) {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    String last = chain(graph, "Neg", -1, 2, length);
    TensorProto.Builder count = TensorProto.newBuilder().setTensorShape(shape());
    if (k % 2 == 0) { // A constant stores its values in one of two ways.
      count.addIntVal(k);
    } else {
      ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
      count.setTensorContent(ByteString.copyFrom(bytes.putInt(k).flip()));
    }
    graph.addNode(constant("k", DataType.DT_INT32, count));
    graph.addNode(
        typed("best", "TopKV2", DataType.DT_FLOAT, last, "k")
            .putAttr("sorted", AttrValue.newBuilder().setB(true).build())
            .putAttr("Tk", type(DataType.DT_INT32))
            .putAttr("index_type", type(DataType.DT_INT32)));
    graph.addNode(typed("y", "Neg", DataType.DT_FLOAT, "best"));
    meta.putSignatureDef(
        "serving_default",
        SignatureDef.newBuilder()
            .setMethodName("tensorflow/serving/predict")
            .putInputs("x", tensor("x:0", length))
            .putOutputs("y", tensor("y:0", k))
            .build());
    return meta;
  }

  private static TensorInfo tensor(String place, int length) {
    return TensorInfo.newBuilder()
        .setName(place)
        .setDtype(DataType.DT_FLOAT)
        .setTensorShape(shape(-1, 2, length))
        .build();
  }

  private List<String> after(int length, int k, String... fetches) throws IOException {
    MetaGraphDef.Builder meta = model(length, k);
    HandMadeModel.write(directory, meta);
    NativeSession session = NativeSession.load(directory, "serve");
    try {
      return CompiledPart.of(session.definition(), List.of(fetches), session::lastAxis)
          .orElseThrow()
          .after()
          .stream()
          .map(NodeDef::getName)
          .toList();
    } finally {
      session.close();
    }
  }

  private static float[] numbers(int count) {
    Random random = new Random(3);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] =
          switch (i % 17) {
            case 3 -> Float.POSITIVE_INFINITY;
            case 5 -> Float.NEGATIVE_INFINITY;
            case 7, 11 -> 0.25f;
            case 13 -> Float.MIN_NORMAL;
            default -> (float) random.nextGaussian();
          };
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 65, 100, 127, 256, 1000})
  void rows_are_sorted_as_in_java(int length) throws Exception {
    assertThat(after(length, length, "y")).isEmpty();
    float[] numbers = numbers(3 * 2 * length);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      assertThat(servable.compile(List.of(3)).values()).containsExactly(List.of(3));
      HostTensor y =
          servable
              .run("serving_default", Map.of("x", HostTensor.of(numbers, 3, 2, length)), List.of())
              .get("y");
      assertThat(y.shape()).containsExactly(3, 2, length);
      for (int row = 0; row < 6; row++) {
        float[] want = new float[length];
        for (int i = 0; i < length; i++) {
          want[i] = -numbers[row * length + i];
        }
        Arrays.sort(want);
        assertThat(Arrays.copyOfRange(y.floats(), row * length, (row + 1) * length))
            .isEqualTo(want);
      }
    }
  }

  /** The rows that are compared before a row count is admitted contain NaN among other numbers. */
  @Test
  void a_sort_that_would_order_nan_differently_is_left_unchanged() throws Exception {
    MetaGraphDef.Builder meta = model(100, 100);
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    for (int i = 0; i < graph.getNodeCount(); i++) {
      if (graph.getNode(i).getName().equals("neg0")) {
        graph.setNode(i, graph.getNode(i).toBuilder().setOp("Log"));
      }
    }
    HandMadeModel.write(directory, meta);
    HostTensor x = HostTensor.of(numbers(2 * 100), 1, 2, 100);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      HostTensor before = servable.run("serving_default", Map.of("x", x), List.of()).get("y");
      List<String> refused = new ArrayList<>();
      assertThat(
              servable
                  .compile(
                      List.of(1),
                      Set.of("serving_default"),
                      (signature, why) -> refused.add(signature + ": " + why))
                  .values())
          .containsExactly(List.of(1));
      assertThat(refused).containsExactly("serving_default: 1 rows: other answers than before");
      HostTensor after = servable.run("serving_default", Map.of("x", x), List.of()).get("y");
      assertThat(after.floats()).contains(Float.NaN);
      assertThat(Likeness.alike(Map.of("y", before), Map.of("y", after))).isTrue();
    }
  }

  @Test
  void the_graph_version_is_preserved() throws Exception {
    HandMadeModel.write(directory, model(100, 100));
    NativeSession session = NativeSession.load(directory, "serve");
    try {
      GraphDef before = session.definition();
      List<String> fetches = List.of("y:0");
      CompiledPart part = CompiledPart.of(before, fetches, session::lastAxis).orElseThrow();
      session.compile(before.getVersions(), part, fetches, "scope");
      assertThat(session.definition().getVersions().getProducer())
          .isEqualTo(HandMadeModel.PRODUCER);
    } finally {
      session.close();
    }
  }

  @Test
  void other_sorts_are_left_unchanged() throws Exception {
    assertThat(after(100, 100, "y")).isEmpty();
    assertThat(after(100, 99, "y")).as("not whole rows").containsExactly("best", "y");
    assertThat(after(100, 100, "y", "best:1")).as("indices too").containsExactly("best", "y");
    assertThat(after(FullSort.SHORTEST - 1, FullSort.SHORTEST - 1, "y")).isNotEmpty();
    assertThat(after(FullSort.LONGEST + 1, FullSort.LONGEST + 1, "y")).isNotEmpty();
    assertThat(after(-1, 100, "y")).as("of unknown length").containsExactly("best", "y");
  }
}

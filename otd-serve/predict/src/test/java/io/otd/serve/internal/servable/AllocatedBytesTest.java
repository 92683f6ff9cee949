// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static io.otd.serve.HandMadeModel.constant;
import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.shape;
import static io.otd.serve.HandMadeModel.type;
import static io.otd.serve.HandMadeModel.typed;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.HandMadeModel;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.VersionDef;

/** What TensorFlow reports about the memory of a run. */
class AllocatedBytesTest {
  private static final int COPIES = 10_000;

  @TempDir Path scratch;

  /** Each row is copied many times, and becomes their sum: neither input nor output shows it. */
  private void write() throws Exception {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    graph.setVersions(VersionDef.newBuilder().setProducer(HandMadeModel.PRODUCER));
    graph.addNode(
        node("x", "Placeholder")
            .putAttr("dtype", type(DataType.DT_FLOAT))
            .putAttr("shape", AttrValue.newBuilder().setShape(shape(-1, 1)).build()));
    TensorProto.Builder multiples = TensorProto.newBuilder().setTensorShape(shape(2));
    graph.addNode(
        constant("multiples", DataType.DT_INT32, multiples.addIntVal(1).addIntVal(COPIES)));
    TensorProto.Builder axis = TensorProto.newBuilder().setTensorShape(shape());
    graph.addNode(constant("axis", DataType.DT_INT32, axis.addIntVal(1)));
    graph.addNode(
        typed("copies", "Tile", DataType.DT_FLOAT, "x", "multiples")
            .putAttr("Tmultiples", type(DataType.DT_INT32)));
    graph.addNode(
        typed("sum", "Sum", DataType.DT_FLOAT, "copies", "axis")
            .putAttr("Tidx", type(DataType.DT_INT32)));
    HandMadeModel.write(scratch, meta);
  }

  @Test
  void what_a_run_allocates_between_inputs_and_outputs_is_counted() throws Exception {
    write();
    NativeSession session = NativeSession.load(scratch, "serve");
    try {
      long few = session.allocated(ones(16), List.of("sum:0"), Duration.ofMinutes(1));
      long twice = session.allocated(ones(32), List.of("sum:0"), Duration.ofMinutes(1));
      assertThat((twice - few) / 16).isBetween(4L * COPIES, 5L * COPIES);
    } finally {
      session.close();
    }
  }

  private static Map<String, HostTensor> ones(int rows) {
    float[] ones = new float[rows];
    Arrays.fill(ones, 1);
    return Map.of("x:0", HostTensor.of(ones, rows, 1));
  }
}

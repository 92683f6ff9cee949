// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import static io.otd.serve.HandMadeModel.node;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.HandMadeModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;

/** Graphs from which hostile ones are built, and the expected rejections. */
final class ExampleGraphs {
  private ExampleGraphs() {}

  /** {@code y = tanh(x)}. */
  static MetaGraphDef.Builder sound() {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    meta.getGraphDefBuilder().addNode(node("x", "Placeholder")).addNode(node("y", "Tanh", "x"));
    meta.putSignatureDef(
        "serving_default",
        SignatureDef.newBuilder()
            .putInputs("x", TensorInfo.newBuilder().setName("x:0").build())
            .putOutputs("y", TensorInfo.newBuilder().setName("y:0").build())
            .build());
    return meta;
  }

  static NodeDef call(String function) {
    return node("call", "PartitionedCall")
        .putAttr(
            "f",
            AttrValue.newBuilder().setFunc(NameAttrList.newBuilder().setName(function)).build())
        .build();
  }

  static FunctionDef function(String name, NodeDef node) {
    return FunctionDef.newBuilder()
        .setSignature(OpDef.newBuilder().setName(name))
        .addNodeDef(node)
        .build();
  }

  /** Writes a model and expects a rejection with this message. */
  static void assertRefused(Path directory, MetaGraphDef.Builder meta, String... parts)
      throws IOException {
    HandMadeModel.write(directory, meta);
    assertThatThrownBy(() -> GraphInspection.inspect(directory, InspectionLimits.DEFAULT))
        .isInstanceOf(RefusedModelException.class)
        .message()
        .contains(List.of(parts));
  }
}

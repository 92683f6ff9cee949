// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.internal.encoding.EncodingGraph;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.onnx.proto.OnnxProtos.GraphProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.ModelProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.TensorProto;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every model is one flat graph, whose operators other engines know. */
class BankGraphTest {
  private static final int DRAWS = 16;

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void every_model_is_a_flat_graph_that_onnx_can_express(TestModels fixture) {
    requireTranslation(fixture.model());
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void every_activation_has_a_translation(Activation activation) {
    TrainedModel model = TestModels.DETERMINISTIC.model();
    ModelSpec spec =
        new ModelSpec(
            model.inputs(),
            model.outputs(),
            new MaskedMlp(List.of(4), activation, Initializer.HE_NORMAL, Backbone.PLAIN),
            new Deterministic());
    requireTranslation(
        new TrainedModel(
            List.of(Component.only(spec, List.of(Member.of(TestModels.weights(spec, 5))))),
            model.schema(),
            model.calibration(),
            model.seed(),
            model.metrics(),
            model.provenance()));
  }

  private static void requireTranslation(TrainedModel model) {
    FlatGraph bank = OnnxBytes.bank(model, DRAWS);
    assertThat(inputs(bank)).containsExactly(EncodingGraph.ENCODED);
    bank.outputs().values().forEach(ref -> assertThat(bank.type(ref).shape().get(0)).isEqualTo(-1));
    requireNoUnreadConstant(OnnxBytes.of(model, DRAWS, bank));
  }

  /** A runtime warns of those. */
  private static void requireNoUnreadConstant(byte[] file) {
    try {
      GraphProto graph = ModelProto.parseFrom(file).getGraph();
      List<String> read =
          graph.getNodeList().stream().flatMap(node -> node.getInputList().stream()).toList();
      assertThat(read)
          .containsAll(graph.getInitializerList().stream().map(TensorProto::getName).toList());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> inputs(FlatGraph graph) {
    return graph.nodes().stream()
        .filter(node -> node instanceof FlatNode.Input)
        .map(node -> ((FlatNode.Input) node).name())
        .toList();
  }
}

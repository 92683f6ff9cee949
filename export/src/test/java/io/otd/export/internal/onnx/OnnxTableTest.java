// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import static io.otd.export.internal.onnx.InputValues.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.flat.TensorType;
import io.otd.export.internal.onnx.proto.OnnxProtos.ModelProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.OperatorSetIdProto;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.op.core.OneHot;
import org.tensorflow.op.math.Cumsum;

/** ONNX Runtime computes for each operator of the table what TensorFlow computes. */
class OnnxTableTest {
  static List<OperatorCase> cases() {
    List<OperatorCase> cases = new ArrayList<>(OperatorCases.ofElements());
    cases.addAll(OperatorCases.ofPairs());
    cases.addAll(OperatorCases.ofShapes());
    cases.addAll(OperatorCases.ofReductions());
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void computes_what_tensorflow_computes(OperatorCase given) throws Exception {
    given.assertComputed(run(given.flat(), given.inputs()));
  }

  @Test
  void every_operator_of_the_table_has_a_case() {
    Set<String> met = new HashSet<>();
    cases().forEach(given -> met.addAll(given.operators()));
    assertThat(met).containsAll(OnnxTable.operators());
  }

  @Test
  void an_operator_without_a_row_is_refused_by_its_name() {
    TensorType type = new TensorType(NumberType.FLOAT32, List.of(2L));
    FlatGraph graph =
        new FlatGraph(
            List.of(
                new FlatNode.Input("x", type),
                new FlatNode.Operation(
                    "Lgamma", List.of(new FlatNode.Ref(0, 0)), Map.of(), List.of(type))),
            Map.of("y", new FlatNode.Ref(1, 0)));
    assertThatThrownBy(() -> translate(graph))
        .hasMessageStartingWith("operator: Lgamma (expected: one of [");
  }

  static List<OperatorCase> refused() {
    InputValues matrix = floats(new long[] {2, 2}, 1, 2, 3, 4);
    InputValues places = InputValues.ints(new long[] {2}, 0, 1);
    return List.of(
        new OperatorCase(
            "exclusive of Cumsum: true (expected: false)",
            List.of(matrix),
            (tf, in) ->
                List.of(
                    tf.math.cumsum(
                        OperatorCases.floats(in, 0), tf.constant(1), Cumsum.exclusive(true)))),
        new OperatorCase(
            "axis of OneHot: 0 (expected: -1)",
            List.of(places),
            (tf, in) ->
                List.of(
                    tf.oneHot(
                        OperatorCases.ints(in, 0),
                        tf.constant(3),
                        tf.constant(1f),
                        tf.constant(0f),
                        OneHot.axis(0L)))),
        new OperatorCase(
            "input 1 of Transpose: computed (expected: constant)",
            List.of(matrix, places),
            (tf, in) ->
                List.of(
                    tf.linalg.transpose(OperatorCases.floats(in, 0), OperatorCases.ints(in, 1)))),
        new OperatorCase(
            "GatherV2 of [-1, 2] by [-1, 1, 1], batch_dims 1 (expected: along the last axis of"
                + " both)",
            List.of(matrix, InputValues.ints(new long[] {2, 1, 1}, 0, 1)),
            (tf, in) ->
                List.of(
                    tf.gather(
                        OperatorCases.floats(in, 0),
                        OperatorCases.ints(in, 1),
                        tf.constant(1),
                        org.tensorflow.op.core.Gather.batchDims(1L)))));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void an_attribute_without_a_translation_is_refused(OperatorCase given) {
    FlatGraph graph = given.flat();
    assertThatThrownBy(() -> translate(graph)).hasMessage(given.operator());
  }

  private static ModelProto translate(FlatGraph flat) {
    OnnxGraph graph = new OnnxGraph();
    OnnxOps onnx = new OnnxOps(graph);
    Map<String, OnnxValue> inputs = new LinkedHashMap<>();
    for (FlatNode node : flat.nodes()) {
      if (node instanceof FlatNode.Input input) {
        inputs.put(input.name(), graph.input(input.name(), input.type(), ""));
      }
    }
    new OnnxTranslation(onnx, flat)
        .add(inputs)
        .forEach(
            (name, value) ->
                graph.output(
                    name,
                    onnx.node(
                        "Reshape", List.of(onnx.cast(value, NumberType.FLOAT64), onnx.vector(-1L))),
                    new TensorType(NumberType.FLOAT64, List.of(-1L)),
                    ""));
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .setGraph(graph.proto())
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OnnxOps.OPSET))
        .build();
  }

  static List<double[]> run(FlatGraph flat, List<InputValues> inputs) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
    List<double[]> results = new ArrayList<>();
    try (OrtSession session = environment.createSession(translate(flat).toByteArray())) {
      List<String> names =
          flat.nodes().stream()
              .filter(node -> node instanceof FlatNode.Input)
              .map(node -> ((FlatNode.Input) node).name())
              .toList();
      for (String name : names) {
        tensors.put(name, inputs.get(number(name)).onnx(environment));
      }
      try (OrtSession.Result result = session.run(tensors)) {
        for (Map.Entry<String, ai.onnxruntime.OnnxValue> entry : result) {
          double[] values =
              new double[((OnnxTensor) entry.getValue()).getDoubleBuffer().remaining()];
          ((OnnxTensor) entry.getValue()).getDoubleBuffer().get(values);
          results.add(values);
        }
      }
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
    return results;
  }

  /** Placeholder, Placeholder_1, ... */
  private static int number(String name) {
    int underscore = name.indexOf('_');
    return underscore < 0 ? 0 : Integer.parseInt(name.substring(underscore + 1));
  }
}

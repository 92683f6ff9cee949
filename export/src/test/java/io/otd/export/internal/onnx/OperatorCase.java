// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.NumberedScope;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FrozenGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.NodeDef;

/**
 * Some operations on given inputs.
 *
 * @param operator what is tested
 * @param inputs its inputs; their first dimension is open
 * @param operations from the inputs to the results
 */
public record OperatorCase(
    String operator,
    List<InputValues> inputs,
    BiFunction<Ops, List<Operand<?>>, List<? extends Operand<?>>> operations) {
  /** Relative to 1 plus the number: both round in single precision, in functions of their own. */
  private static final double TOLERANCE = 1e-6;

  /** Requires that an engine has computed what TensorFlow computes. */
  public void assertComputed(List<double[]> actual) {
    List<double[]> expected = expected();
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i)).hasSameSizeAs(expected.get(i));
      for (int j = 0; j < expected.get(i).length; j++) {
        double wanted = expected.get(i)[j];
        double found = actual.get(i)[j];
        assertThat(near(wanted, found))
            .as("%s, result %s[%s]: %s, expected %s", this, i, j, found, wanted)
            .isTrue();
      }
    }
  }

  private static boolean near(double wanted, double found) {
    // Results of double precision are rounded in the end.
    return Double.compare((float) wanted, found) == 0
        || Math.abs(wanted - found) <= TOLERANCE * (1 + Math.abs(wanted));
  }

  /** What TensorFlow computes. */
  List<double[]> expected() {
    try (Graph graph = new Graph()) {
      List<Operand<?>> in = new ArrayList<>();
      List<? extends Operand<?>> out = build(graph, in);
      List<double[]> results = new ArrayList<>();
      try (Session session = new Session(graph)) {
        Session.Runner runner = session.runner();
        for (int i = 0; i < in.size(); i++) {
          runner.feed(in.get(i).op().name(), inputs.get(i).tensor());
        }
        out.forEach(runner::fetch);
        try (Result result = runner.run()) {
          result.forEach(entry -> results.add(InputValues.numbers(entry.getValue())));
        }
      }
      return results;
    }
  }

  /** The same operations as a flat graph. */
  public FlatGraph flat() {
    try (Graph graph = new Graph()) {
      Map<String, Operand<?>> outputs = new LinkedHashMap<>();
      for (Operand<?> operand : build(graph, new ArrayList<>())) {
        outputs.put("result_" + outputs.size(), operand);
      }
      return FrozenGraph.read(graph, Map.of(), outputs);
    }
  }

  /** The operators that TensorFlow's graph has. */
  public List<String> operators() {
    try (Graph graph = new Graph()) {
      build(graph, new ArrayList<>());
      return graph.toGraphDef().getNodeList().stream().map(NodeDef::getOp).toList();
    }
  }

  private List<? extends Operand<?>> build(Graph graph, List<Operand<?>> placeholders) {
    Ops tf = NumberedScope.in(graph);
    for (InputValues input : inputs) {
      long[] shape = input.shape().clone();
      if (shape.length > 0) {
        shape[0] = Shape.UNKNOWN_SIZE;
      }
      placeholders.add(tf.placeholder(input.type(), Placeholder.shape(Shape.of(shape))));
    }
    return operations.apply(tf, placeholders);
  }

  @Override
  public String toString() {
    return operator + inputs;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.core.internal.check.Check;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Input;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Translates a flat graph, operator by operator. */
final class OnnxTranslation {
  private final OnnxOps onnx;
  private final FlatGraph graph;
  private final Map<Ref, OnnxValue> values = new HashMap<>();
  private final Set<Ref> read = new HashSet<>();

  /**
   * The translation of a graph.
   *
   * @param onnx the graph to add to
   * @param graph that is translated
   */
  OnnxTranslation(OnnxOps onnx, FlatGraph graph) {
    this.onnx = onnx;
    this.graph = graph;
    read.addAll(graph.outputs().values());
    for (FlatNode node : graph.nodes()) {
      if (node instanceof Operation operation) {
        read.addAll(operation.inputs());
      }
    }
  }

  /**
   * Adds the graph.
   *
   * @param inputs by name
   * @return outputs by name
   * @throws IllegalArgumentException if the table lacks an operator
   */
  Map<String, OnnxValue> add(Map<String, OnnxValue> inputs) {
    for (int i = 0; i < graph.nodes().size(); i++) {
      FlatNode node = graph.nodes().get(i);
      if (node instanceof Input input) {
        values.put(new Ref(i, 0), Check.known("input", input.name(), inputs));
      } else if (node instanceof Operation operation) {
        Ref second = new Ref(i, 1);
        OnnxStep step = new OnnxStep(onnx, graph, operation, read.contains(second), this::value);
        List<OnnxValue> results = OnnxTable.add(step);
        for (int r = 0; r < results.size(); r++) {
          values.put(new Ref(i, r), results.get(r));
        }
      }
    }
    Map<String, OnnxValue> outputs = new LinkedHashMap<>();
    graph.outputs().forEach((name, ref) -> outputs.put(name, value(ref)));
    return outputs;
  }

  private OnnxValue value(Ref ref) {
    return values.computeIfAbsent(
        ref,
        key -> {
          if (graph.nodes().get(key.node()) instanceof Constant constant) {
            return onnx.graph().constant(constant.type(), constant.bytes());
          }
          throw new IllegalStateException("tensor: " + key + " (expected: one translated before)");
        });
  }
}

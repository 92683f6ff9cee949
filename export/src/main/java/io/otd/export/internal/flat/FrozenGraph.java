// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import io.otd.core.internal.trained.Checkpoint;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.NodeDef;

/**
 * Reads a flat graph from one of TensorFlow. Placeholders with known values become constants. What
 * depends on known values only is computed here, unless the result takes more bytes than what it is
 * computed from.
 */
public final class FrozenGraph {
  /** A computed constant may have this many bytes, whatever it is computed from. */
  private static final long SMALL = 512;

  private final KnownTensors tensors;
  private final List<NodeDef> nodes;
  private final Map<TensorName, Ref> refs = new HashMap<>();
  private final FlatGraph.Builder flat = new FlatGraph.Builder();
  private final Simplification simplification = new Simplification(flat);

  private FrozenGraph(KnownTensors tensors, List<NodeDef> nodes) {
    this.tensors = tensors;
    this.nodes = nodes;
  }

  /**
   * Reads a graph.
   *
   * @param graph built in the order of its operations; all other placeholders are its inputs
   * @param known values of placeholders, by the placeholder's name
   * @param outputs by name
   * @throws IllegalArgumentException if the graph has what a flat one cannot have
   */
  public static FlatGraph read(
      Graph graph, Map<String, Checkpoint.Entry> known, Map<String, Operand<?>> outputs) {
    Map<String, TensorName> names = new LinkedHashMap<>();
    outputs.forEach((name, output) -> names.put(name, TensorName.of(output)));
    FrozenGraph frozen =
        new FrozenGraph(
            new KnownTensors(graph, known),
            needed(graph.toGraphDef().getNodeList(), names.values()));
    return frozen.read(names);
  }

  private static List<NodeDef> needed(List<NodeDef> all, Iterable<TensorName> outputs) {
    Set<String> names = new LinkedHashSet<>();
    outputs.forEach(output -> names.add(output.node()));
    List<NodeDef> needed = new ArrayList<>();
    for (int i = all.size() - 1; i >= 0; i--) {
      NodeDef node = all.get(i);
      if (names.contains(node.getName())) {
        inputs(node).forEach(input -> names.add(input.node()));
        needed.add(node);
      }
    }
    Collections.reverse(needed);
    return needed;
  }

  private static List<TensorName> inputs(NodeDef node) {
    return node.getInputList().stream().map(TensorName::parse).toList();
  }

  private FlatGraph read(Map<String, TensorName> outputs) {
    Set<String> constant = constantNodes();
    Set<TensorName> read = new LinkedHashSet<>(outputs.values());
    nodes.stream()
        .filter(node -> !constant.contains(node.getName()))
        .forEach(node -> read.addAll(inputs(node)));
    read.removeIf(tensor -> !constant.contains(tensor.node()));
    tensors.values(read).forEach((tensor, value) -> refs.put(tensor, new Ref(flat.add(value), 0)));
    nodes.stream().filter(node -> !constant.contains(node.getName())).forEach(this::add);
    outputs.forEach((name, output) -> flat.output(name, ref(output)));
    return flat.build();
  }

  /** Names of the nodes whose results are known. */
  private Set<String> constantNodes() {
    Set<String> constant = new LinkedHashSet<>();
    for (NodeDef node : nodes) {
      List<TensorName> inputs = inputs(node);
      boolean source = node.getOp().equals("Const") || tensors.given(node.getName());
      boolean computed =
          !inputs.isEmpty()
              && !unsigned(node)
              && inputs.stream().allMatch(in -> constant.contains(in.node()))
              && worthwhile(node, inputs);
      if (source || computed) {
        constant.add(node.getName());
      }
    }
    return constant;
  }

  /** The bits of whole numbers, which nothing here needs as other numbers. */
  private static boolean unsigned(NodeDef node) {
    return node.getOp().equals("Bitcast")
        && node.getAttrOrThrow("type").getType() == DataType.DT_UINT64;
  }

  private boolean worthwhile(NodeDef node, List<TensorName> inputs) {
    long from = inputs.stream().mapToLong(input -> tensors.type(input).bytes()).sum();
    List<TensorType> results = tensors.results(node.getName());
    return results.stream().allMatch(TensorType::fixed)
        && results.stream().mapToLong(TensorType::bytes).sum() <= Math.max(from, SMALL);
  }

  private void add(NodeDef node) {
    String name = node.getName();
    if (unsigned(node)) {
      refs.put(new TensorName(name, 0), ref(inputs(node).get(0)));
      return;
    }
    switch (node.getOp()) {
      case "Placeholder" -> {
        FlatNode input = new FlatNode.Input(name, tensors.type(new TensorName(name, 0)));
        refs.put(new TensorName(name, 0), new Ref(flat.add(input), 0));
      }
      case "Identity", "StopGradient" ->
          refs.put(new TensorName(name, 0), ref(inputs(node).get(0)));
      default -> addOperation(node);
    }
  }

  private void addOperation(NodeDef node) {
    List<TensorType> results = tensors.results(node.getName());
    List<Ref> inputs = inputs(node).stream().map(this::ref).toList();
    Operation operation = new Operation(node.getOp(), inputs, attributes(node), results);
    int place = results.size() == 1 ? simplification.add(operation).node() : flat.add(operation);
    for (int i = 0; i < results.size(); i++) {
      refs.put(new TensorName(node.getName(), i), new Ref(place, i));
    }
  }

  private Ref ref(TensorName tensor) {
    Ref ref = refs.get(tensor);
    if (ref == null) {
      throw new IllegalArgumentException(
          "%s: not computed (expected: no control dependencies, no loops)".formatted(tensor));
    }
    return ref;
  }

  private static Map<String, List<Double>> attributes(NodeDef node) {
    Map<String, List<Double>> numbers = new HashMap<>();
    node.getAttrMap()
        .forEach(
            (name, value) -> {
              if (!name.startsWith("_")) {
                List<Double> all = numbers(value);
                if (!all.isEmpty()) {
                  numbers.put(name, all);
                }
              }
            });
    return numbers;
  }

  private static List<Double> numbers(AttrValue value) {
    return switch (value.getValueCase()) {
      case B -> List.of(value.getB() ? 1.0 : 0.0);
      case I -> List.of((double) value.getI());
      case F -> List.of((double) value.getF());
      case LIST ->
          value.getList().getICount() > 0
              ? value.getList().getIList().stream().map(Long::doubleValue).toList()
              : value.getList().getFList().stream().map(Float::doubleValue).toList();
      default -> List.of();
    };
  }
}

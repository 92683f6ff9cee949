// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.inspection.NeededNodes;
import io.otd.serve.internal.inspection.TensorNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/**
 * How a graph is divided to compile what some tensors need: what runs before, what becomes one
 * compiled function, and what runs after it.
 *
 * <p>XLA compiles for the values of what shapes and axes are made from; where these depend on the
 * inputs' values, it would compile again and again. Such nodes are treated as not compilable.
 *
 * <p>Nodes that cannot be compiled and need no compiled result, such as looking up strings, run
 * before; so do the inputs and the reading of variables. All else that cannot be compiled, or is
 * faster without, such as finding the largest few, runs after, with all that needs it.
 *
 * @param members nodes of the function; a {@link FullSort} is replaced by its network
 * @param inputs its input tensors, each {@code node:index}
 * @param outputs its output tensors, likewise
 * @param after nodes that run afterwards, each behind those it needs
 */
record CompiledPart(
    List<NodeDef> members, List<String> inputs, List<String> outputs, List<NodeDef> after) {
  /** Below this size there is nothing to gain. */
  private static final int LEAST = 8;

  private static final String CONSTANT = "Const";

  private enum Stage {
    /** Wherever it is needed. */
    CONSTANT,
    BEFORE,
    COMPILED,
    AFTER
  }

  /**
   * Divides a graph.
   *
   * @param graph one that TensorFlow has loaded, without cycles among its nodes
   * @param fetches requested tensors, each {@code node} or {@code node:index}
   * @param lastAxes size of a tensor's last axis, {@code node:index}, if declared in the graph
   * @return nothing if there is too little to compile
   */
  static Optional<CompiledPart> of(
      GraphDef graph, Collection<String> fetches, Function<String, OptionalLong> lastAxes) {
    Map<String, NodeDef> nodes = new HashMap<>();
    graph.getNodeList().forEach(node -> nodes.put(node.getName(), node));
    List<NodeDef> needed = NeededNodes.inOrder(nodes, NodeDef::getInputList, fetches);
    List<String> wanted = fetches.stream().map(CompiledPart::full).toList();
    Map<String, FullSort> sorts = FullSort.among(needed, wanted, lastAxes);
    Map<String, Stage> stages = new HashMap<>();
    Set<String> known = new HashSet<>();
    for (NodeDef node : needed) {
      Stage stage = stage(node, stages, known, sorts.keySet());
      stages.put(node.getName(), stage);
      if (isKnown(node, stage, known)) {
        known.add(node.getName());
      }
    }

    Map<String, NodeDef> members = new LinkedHashMap<>();
    Set<String> inputs = new TreeSet<>();
    Set<String> outputs = new TreeSet<>();
    List<NodeDef> after = new ArrayList<>();
    for (NodeDef node : needed) {
      switch (of(stages, node.getName())) {
        case CONSTANT, BEFORE -> {}
        case COMPILED -> {
          for (String tensor : tensors(node)) {
            if (is(stages, tensor, Stage.BEFORE)) {
              inputs.add(tensor);
            }
            if (is(stages, tensor, Stage.CONSTANT)) {
              String constant = TensorNames.node(tensor);
              members.put(constant, Objects.requireNonNull(nodes.get(constant)));
            }
          }
          members.put(node.getName(), node);
        }
        case AFTER -> {
          after.add(node);
          tensors(node).stream().filter(t -> is(stages, t, Stage.COMPILED)).forEach(outputs::add);
        }
      }
    }
    wanted.stream().filter(t -> is(stages, t, Stage.COMPILED)).forEach(outputs::add);
    boolean worth = members.size() >= LEAST && !outputs.isEmpty() && !inputs.isEmpty();
    return worth
        ? Optional.of(
            new CompiledPart(
                withNetworks(members.values(), sorts),
                List.copyOf(inputs),
                List.copyOf(outputs),
                after))
        : Optional.empty();
  }

  private static List<NodeDef> withNetworks(
      Collection<NodeDef> members, Map<String, FullSort> sorts) {
    return members.stream()
        .flatMap(
            node -> {
              FullSort sort = sorts.get(node.getName());
              return sort == null ? Stream.of(node) : sort.network().stream();
            })
        .toList();
  }

  private static Stage stage(
      NodeDef node, Map<String, Stage> stages, Set<String> known, Set<String> sorts) {
    if (node.getOp().equals(CONSTANT)) {
      return Stage.CONSTANT;
    }
    boolean needsCompiled = false;
    for (String input : node.getInputList()) {
      Stage stage = of(stages, TensorNames.node(input));
      if (stage == Stage.AFTER) {
        return Stage.AFTER;
      }
      needsCompiled |= stage == Stage.COMPILED;
    }
    if (isCompilable(node, known) || (needsCompiled && sorts.contains(node.getName()))) {
      return Stage.COMPILED;
    }
    return needsCompiled ? Stage.AFTER : Stage.BEFORE;
  }

  private static boolean isCompilable(NodeDef node, Set<String> known) {
    return CompiledOperations.contains(node.getOp())
        && node.getInputList().stream().noneMatch(input -> input.startsWith("^"))
        && node.getAttrMap().values().stream().noneMatch(CompiledPart::isOfStrings)
        && Arrays.stream(CompiledOperations.known(node.getOp(), node.getInputCount()))
            .allMatch(position -> known.contains(TensorNames.node(node.getInput(position))));
  }

  /** Whether the node's values follow from the shapes that the function is compiled for. */
  private static boolean isKnown(NodeDef node, Stage stage, Set<String> known) {
    return stage == Stage.CONSTANT
        || (stage == Stage.COMPILED
            && (CompiledOperations.isOfStaticValue(node.getOp())
                || node.getInputList().stream()
                    .allMatch(input -> known.contains(TensorNames.node(input)))));
  }

  private static boolean isOfStrings(AttrValue attribute) {
    return attribute.getType() == DataType.DT_STRING
        || attribute.getList().getTypeList().contains(DataType.DT_STRING);
  }

  private static Stage of(Map<String, Stage> stages, String node) {
    return stages.getOrDefault(node, Stage.BEFORE);
  }

  private static boolean is(Map<String, Stage> stages, String tensor, Stage stage) {
    return of(stages, TensorNames.node(tensor)) == stage;
  }

  /** The input tensors of a node, without its control dependencies. */
  static List<String> tensors(NodeDef node) {
    return node.getInputList().stream()
        .filter(input -> !input.startsWith("^"))
        .map(CompiledPart::full)
        .toList();
  }

  /** {@code node:index}, also if the index is omitted. */
  static String full(String tensor) {
    return tensor.contains(":") ? tensor : tensor + ":0";
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/** The nodes of a graph and its functions, by name. */
final class GraphNodes {
  private final Map<String, NodeDef> nodes = new HashMap<>();
  private final Map<String, FunctionDef> functions = new HashMap<>();
  private final GraphDef graph;

  /** Those of a graph. */
  GraphNodes(GraphDef graph) {
    this.graph = graph;
    graph.getNodeList().forEach(node -> nodes.put(node.getName(), node));
    for (FunctionDef function : graph.getLibrary().getFunctionList()) {
      functions.put(function.getSignature().getName(), function);
    }
  }

  /** The node of a tensor of the graph: of {@code node}, {@code node:1} or {@code ^node}. */
  @Nullable NodeDef node(String tensor) {
    return nodes.get(TensorNames.node(tensor));
  }

  /** A function. */
  @Nullable FunctionDef function(String name) {
    return functions.get(name);
  }

  /** All nodes, those of the functions too, in the order in which they are written. */
  Stream<NodeDef> all() {
    return Stream.concat(
        graph.getNodeList().stream(),
        graph.getLibrary().getFunctionList().stream()
            .flatMap(function -> function.getNodeDefList().stream()));
  }

  /**
   * The nodes of the graph that some tensors need, each after those that it needs, except where a
   * loop closes.
   *
   * @param tensors each {@code conv1} or {@code conv1:0}; names that are not there are passed over
   */
  List<NodeDef> needed(Collection<String> tensors) {
    return NeededNodes.inOrder(nodes, NodeDef::getInputList, tensors);
  }

  /** Some nodes, and those of the functions that they call, and so on. */
  List<NodeDef> withCalled(Collection<NodeDef> callers) {
    List<NodeDef> all = new ArrayList<>(callers);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      for (String name : called(all.get(i))) {
        FunctionDef function = functions.get(name);
        if (function != null && seen.add(name)) {
          all.addAll(function.getNodeDefList());
        }
      }
    }
    return all;
  }

  /** The functions that a node calls, in the order of their names. */
  static Set<String> called(NodeDef node) {
    Set<String> called = new TreeSet<>();
    node.getAttrMap()
        .values()
        .forEach(
            value -> {
              if (value.hasFunc()) {
                called.add(value.getFunc().getName());
              }
              value.getList().getFuncList().forEach(function -> called.add(function.getName()));
            });
    return called;
  }

  /**
   * The functions that call themselves, directly or not, and those that call these: inlining them
   * would never end.
   */
  Set<String> endless() {
    Map<String, Set<String>> open = new HashMap<>();
    functions.forEach(
        (name, function) -> {
          Set<String> called = new HashSet<>();
          function.getNodeDefList().forEach(node -> called.addAll(called(node)));
          open.put(name, called);
        });
    boolean shrunk = true;
    while (shrunk) {
      shrunk = open.values().removeIf(called -> called.stream().noneMatch(open::containsKey));
    }
    return new TreeSet<>(open.keySet());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/**
 * The nodes of a graph whose output is the path of an asset whenever initialisers run. TensorFlow 1
 * passes the constant that the loader replaces to the operations that read, TensorFlow 2 by way of
 * a variable.
 */
final class AssetPaths {
  private static final String VARIABLE = "VarHandleOp";
  private static final Set<String> READING = Set.of("ReadVariableOp", "VarIsInitializedOp");

  private final List<NodeDef> nodes;
  private final List<FunctionDef> functions;
  private final Map<String, String> paths = new HashMap<>();

  private AssetPaths(GraphDef graph) {
    nodes = graph.getNodeList();
    functions = graph.getLibrary().getFunctionList();
  }

  /**
   * The paths in a graph.
   *
   * @return by the name of the node, the node that the loader replaces
   */
  static Map<String, String> in(GraphDef graph, AssetFiles assets) {
    AssetPaths found = new AssetPaths(graph);
    for (NodeDef node : found.nodes) {
      if (assets.isPath(node.getName())
          && (node.getOp().equals("Const") || node.getOp().startsWith("Placeholder"))) {
        found.paths.put(node.getName(), node.getName());
      }
    }
    if (!found.paths.isEmpty()) {
      passOn(found.nodes, found.paths);
      Set<String> variables = found.ownVariables();
      variables.forEach(
          variable -> found.assigned(variable).ifPresent(path -> found.paths.put(variable, path)));
      for (NodeDef node : found.nodes) {
        if (node.getOp().equals("ReadVariableOp")) {
          path(node, 0, found.paths).ifPresent(path -> found.paths.put(node.getName(), path));
        }
      }
      passOn(found.nodes, found.paths);
    }
    return found.paths;
  }

  /** Adds the identities of paths, which may stand in any order. */
  static void passOn(Collection<NodeDef> nodes, Map<String, String> paths) {
    boolean more = true;
    while (more) {
      more = false;
      for (NodeDef node : nodes) {
        if (node.getOp().equals("Identity") && !paths.containsKey(node.getName())) {
          Optional<String> path = path(node, 0, paths);
          path.ifPresent(p -> paths.put(node.getName(), p));
          more |= path.isPresent();
        }
      }
    }
  }

  /** The path that a node is given as an input. */
  static Optional<String> path(NodeDef node, int input, Map<String, String> paths) {
    return input < node.getInputCount() && !node.getInput(input).startsWith("^")
        ? Optional.ofNullable(paths.get(TensorNames.node(node.getInput(input))))
        : Optional.empty();
  }

  /** The variables that no other node or function can name too. */
  private Set<String> ownVariables() {
    Map<String, Integer> named = new HashMap<>();
    variables(nodes).forEach(variable -> named.merge(sharedName(variable), 1, Integer::sum));
    for (FunctionDef function : functions) {
      variables(function.getNodeDefList())
          .forEach(variable -> named.merge(sharedName(variable), 1, Integer::sum));
    }
    Set<String> own = new HashSet<>();
    for (NodeDef variable : variables(nodes)) {
      if (!sharedName(variable).isEmpty() && named.getOrDefault(sharedName(variable), 0) == 1) {
        own.add(variable.getName());
      }
    }
    return own;
  }

  private static List<NodeDef> variables(Collection<NodeDef> nodes) {
    return nodes.stream().filter(node -> node.getOp().equals(VARIABLE)).toList();
  }

  private static String sharedName(NodeDef variable) {
    return variable.containsAttr("shared_name")
        ? variable.getAttrOrThrow("shared_name").getS().toStringUtf8()
        : "";
  }

  /** The path that a variable holds, if nothing else is ever assigned to it. */
  private Optional<String> assigned(String variable) {
    Set<Optional<String>> values = new HashSet<>();
    for (NodeDef node : nodes) {
      boolean uses =
          node.getInputList().stream()
              .anyMatch(
                  input -> !input.startsWith("^") && TensorNames.node(input).equals(variable));
      if (uses && !READING.contains(node.getOp())) {
        boolean assigns =
            node.getOp().equals("AssignVariableOp")
                && TensorNames.node(node.getInput(0)).equals(variable);
        values.add(assigns ? path(node, 1, paths) : Optional.empty());
      }
    }
    return values.size() == 1 ? values.iterator().next() : Optional.empty();
  }
}

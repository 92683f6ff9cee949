// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;

/**
 * The operations by which an initialiser fills a lookup table from a text file. They may read only
 * a path that the loader sets, followed from the graph into the functions that are called with it.
 */
final class AssetReads {
  private static final Set<String> CALLS = Set.of("PartitionedCall", "StatefulPartitionedCall");

  private final GraphNodes graph;
  private final Refusal refusal;
  private final Set<Body> seen = new HashSet<>();
  private final Deque<Body> open = new ArrayDeque<>();

  /** A function, and which of its arguments are paths that the loader sets, by name and node. */
  private record Body(String function, Map<String, String> paths) {}

  AssetReads(GraphNodes graph, Refusal refusal) {
    this.graph = graph;
    this.refusal = refusal;
  }

  /**
   * Checks the nodes that initialisers run, and the functions that they call.
   *
   * @param initialisers those nodes
   * @param paths by the name of a node, the asset whose path it gives
   */
  void require(Collection<NodeDef> initialisers, Map<String, String> paths)
      throws RefusedModelException {
    requireAssets(initialisers, paths);
    while (!open.isEmpty()) {
      Body body = open.pop();
      FunctionDef function = graph.function(body.function());
      if (function != null) {
        Map<String, String> inside = new HashMap<>(body.paths());
        AssetPaths.passOn(function.getNodeDefList(), inside);
        requireAssets(function.getNodeDefList(), inside);
      }
    }
  }

  private void requireAssets(Collection<NodeDef> nodes, Map<String, String> paths)
      throws RefusedModelException {
    for (NodeDef node : nodes) {
      if (node.getOp().equals(AllowedOperations.ASSET_READER)) {
        requirePath(node, AssetPaths.path(node, 1, paths));
      }
      for (String name : GraphNodes.called(node)) {
        Body body =
            new Body(name, CALLS.contains(node.getOp()) ? given(node, name, paths) : Map.of());
        if (seen.add(body)) {
          open.push(body);
        }
      }
    }
  }

  private void requirePath(NodeDef node, Optional<String> path) throws RefusedModelException {
    if (path.isEmpty()) {
      throw refusal.because(
          "operation %s (node \"%s\") reads a file of its own choosing"
              .formatted(node.getOp(), node.getName()));
    }
  }

  /** The paths that a call passes to a function. */
  private Map<String, String> given(NodeDef call, String name, Map<String, String> paths) {
    Map<String, String> given = new HashMap<>();
    FunctionDef function = graph.function(name);
    List<OpDef.ArgDef> arguments =
        function == null ? List.of() : function.getSignature().getInputArgList();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i).getName();
      AssetPaths.path(call, i, paths).ifPresent(path -> given.put(argument, path));
    }
    return Map.copyOf(given);
  }
}

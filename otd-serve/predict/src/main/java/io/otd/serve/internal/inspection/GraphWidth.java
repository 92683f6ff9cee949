// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.tensorflow.proto.NodeDef;

/**
 * The median number of products at the same depth of a graph: 1 for a network of layers, 5 for five
 * of them in parallel. Only a hint on how to run it: other costly operations do not count, nor does
 * a wide part of a long network.
 */
final class GraphWidth {
  /** The slow operations of a network. */
  private static final Set<String> PRODUCTS =
      Set.of(
          "BatchMatMul",
          "BatchMatMulV2",
          "BatchMatMulV3",
          "Conv2D",
          "Conv2DBackpropInput",
          "Conv3D",
          "Conv3DBackpropInputV2",
          "DepthwiseConv2dNative",
          "Einsum",
          "MatMul",
          "SparseTensorDenseMatMul");

  /** They are in every loop, and in every branch, that is not a function. */
  private static final Set<String> FLOW = Set.of("Merge", "RefMerge", "Switch", "RefSwitch");

  private final GraphNodes graph;
  private long visits;

  /**
   * Of one graph.
   *
   * @param most nodes to look at, all calls together: once it is reached, nothing is known of
   *     further tensors
   */
  GraphWidth(GraphNodes graph, long most) {
    this.graph = graph;
    visits = most;
  }

  /**
   * The width of what some tensors need.
   *
   * @return nothing where functions are called, or there are loops or branches
   */
  OptionalInt of(Collection<String> tensors) {
    if (visits <= 0) {
      return OptionalInt.empty();
    }
    Map<String, Integer> depths = new HashMap<>();
    List<Integer> products = new ArrayList<>(); // number of products by depth
    List<NodeDef> needed = graph.needed(tensors);
    visits -= needed.size();
    for (NodeDef node : needed) {
      if (FLOW.contains(node.getOp()) || !GraphNodes.called(node).isEmpty()) {
        return OptionalInt.empty();
      }
      int depth = 0;
      for (String input : node.getInputList()) {
        depth = Math.max(depth, depths.getOrDefault(TensorNames.node(input), 0));
      }
      if (PRODUCTS.contains(node.getOp())) {
        if (depth == products.size()) {
          products.add(0);
        }
        products.set(depth, products.get(depth) + 1);
        depth++;
      }
      depths.put(node.getName(), depth);
    }
    Collections.sort(products);
    return OptionalInt.of(products.isEmpty() ? 1 : products.get(products.size() / 2));
  }
}

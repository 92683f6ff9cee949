// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The nodes of a graph that some tensors need. */
public final class NeededNodes {
  private NeededNodes() {}

  /**
   * The nodes, each after those that it needs, except where a loop closes.
   *
   * @param nodes of the graph, by name
   * @param inputs the tensors that a node reads, and the nodes that it waits for
   * @param tensors each {@code conv1} or {@code conv1:0}; names that are not there are passed over
   */
  public static <N> List<N> inOrder(
      Map<String, N> nodes, Function<N, List<String>> inputs, Collection<String> tensors) {
    List<N> ordered = new ArrayList<>();
    Set<String> begun = new HashSet<>();
    Set<String> ended = new HashSet<>();
    List<String> open = new ArrayList<>();
    tensors.forEach(tensor -> open.add(TensorNames.node(tensor)));
    while (!open.isEmpty()) {
      String name = open.get(open.size() - 1);
      N node = nodes.get(name);
      if (node != null && begun.add(name)) {
        inputs.apply(node).forEach(input -> open.add(TensorNames.node(input)));
      } else {
        open.remove(open.size() - 1);
        if (node != null && ended.add(name)) {
          ordered.add(node);
        }
      }
    }
    return ordered;
  }
}

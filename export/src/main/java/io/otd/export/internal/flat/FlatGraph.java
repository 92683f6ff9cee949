// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import io.otd.core.internal.check.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A graph without variables, loops or texts.
 *
 * @param nodes each after those that it reads
 * @param outputs by name, in their order
 */
public record FlatGraph(List<FlatNode> nodes, Map<String, FlatNode.Ref> outputs) {
  /** Checks the order. */
  public FlatGraph {
    nodes = List.copyOf(nodes);
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) instanceof FlatNode.Operation operation) {
        for (FlatNode.Ref input : operation.inputs()) {
          if (input.node() >= i) {
            throw new IllegalArgumentException(
                "input of node %s: node %s (expected: one before)".formatted(i, input.node()));
          }
        }
      }
    }
  }

  /** Type of a result. */
  public TensorType type(FlatNode.Ref ref) {
    return nodes.get(ref.node()).results().get(ref.result());
  }

  /**
   * Type of an output.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public TensorType outputType(String name) {
    return type(Check.known("output", name, outputs));
  }

  /** A graph that grows node by node. What is computed already is not added again. */
  public static final class Builder {
    private final List<FlatNode> nodes = new ArrayList<>();
    private final Map<FlatNode, Integer> places = new HashMap<>();
    private final Map<String, FlatNode.Ref> outputs = new LinkedHashMap<>();

    /** Adds a node; returns its place, or that of an equal one. */
    public int add(FlatNode node) {
      Integer place = places.get(node);
      if (place != null) {
        return place;
      }
      nodes.add(node);
      places.put(node, nodes.size() - 1);
      return nodes.size() - 1;
    }

    /** The place of an equal node, if there is one. */
    public Optional<Integer> place(FlatNode node) {
      return Optional.ofNullable(places.get(node));
    }

    /** The node at a place. */
    public FlatNode node(int place) {
      return nodes.get(place);
    }

    /** Names an output. */
    public void output(String name, FlatNode.Ref value) {
      outputs.put(name, value);
    }

    /** The graph, without the nodes that no output depends on. */
    public FlatGraph build() {
      boolean[] needed = needed();
      int[] places = new int[nodes.size()];
      List<FlatNode> kept = new ArrayList<>();
      for (int i = 0; i < places.length; i++) {
        if (needed[i]) {
          places[i] = kept.size();
          kept.add(nodes.get(i) instanceof FlatNode.Operation o ? moved(o, places) : nodes.get(i));
        }
      }
      Map<String, FlatNode.Ref> moved = new LinkedHashMap<>();
      outputs.forEach((name, ref) -> moved.put(name, moved(ref, places)));
      return new FlatGraph(kept, moved);
    }

    private boolean[] needed() {
      boolean[] needed = new boolean[nodes.size()];
      outputs.values().forEach(ref -> needed[ref.node()] = true);
      for (int i = needed.length - 1; i >= 0; i--) {
        if (needed[i] && nodes.get(i) instanceof FlatNode.Operation operation) {
          operation.inputs().forEach(input -> needed[input.node()] = true);
        }
      }
      return needed;
    }

    private static FlatNode moved(FlatNode.Operation operation, int[] places) {
      return new FlatNode.Operation(
          operation.operator(),
          operation.inputs().stream().map(ref -> moved(ref, places)).toList(),
          operation.attributes(),
          operation.results());
    }

    private static FlatNode.Ref moved(FlatNode.Ref ref, int[] places) {
      return new FlatNode.Ref(places[ref.node()], ref.result());
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.core.internal.check.Check;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Input;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.export.internal.flat.NumberType;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeBuilder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Translates a flat graph to a program of the light engine, operator by operator. */
public final class TapeTranslation {
  private final FlatGraph graph;
  private final TapeTensors tensors;
  private final Map<String, Placed> inputs;
  private final Fusions fusions;
  private final Map<Ref, Placed> values = new HashMap<>();
  private final Map<Integer, Fused> fused = new HashMap<>();
  private final Set<Ref> read = new HashSet<>();
  private final Set<Integer> keys = new HashSet<>();

  /**
   * The translation of a graph.
   *
   * @param graph that is translated
   * @param tensors of the tape to add to
   * @param inputs by name; none of a seed
   */
  TapeTranslation(FlatGraph graph, TapeTensors tensors, Map<String, Placed> inputs) {
    this.graph = graph;
    this.tensors = tensors;
    this.inputs = Map.copyOf(inputs);
    this.fusions = new Fusions(graph);
  }

  /**
   * The program of a graph.
   *
   * @param graph of encoded rows, {@code [B, d_x]}, and perhaps of a seed, a scalar of int64
   * @throws IllegalArgumentException if the table lacks an operator
   */
  public static Tape of(FlatGraph graph) {
    Input rows =
        graph.nodes().stream()
            .filter(node -> node instanceof Input input && !isSeed(input))
            .map(Input.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("inputs: none (expected: rows)"));
    List<Long> shape = rows.type().shape();
    TapeTensors tensors = new TapeTensors(new TapeBuilder(Math.toIntExact(shape.get(1))));
    Map<String, Integer> outputs = new LinkedHashMap<>();
    new TapeTranslation(graph, tensors, Map.of(rows.name(), Placed.plain(Tape.ROWS, shape)))
        .add()
        .forEach((name, value) -> outputs.put(name, value.tensor()));
    return tensors.tape().build(outputs);
  }

  private static boolean isSeed(Input input) {
    return input.type().element() == NumberType.INT64 && input.type().shape().isEmpty();
  }

  /**
   * Adds the instructions.
   *
   * @return outputs by name, their dimensions in order
   */
  Map<String, Placed> add() {
    read.addAll(graph.outputs().values());
    for (int i = graph.nodes().size() - 1; i >= 0; i--) {
      if (isRead(i) && graph.nodes().get(i) instanceof Operation operation) {
        Optional<Fused> match = fusions.match(i);
        match.ifPresent(m -> read.addAll(m.reads()));
        if (match.isPresent()) {
          fused.put(i, match.get());
        } else {
          read.addAll(operation.inputs());
        }
      }
    }
    for (int i = 0; i < graph.nodes().size(); i++) {
      if (isRead(i)) {
        add(i, graph.nodes().get(i));
      }
    }
    Map<String, Placed> outputs = new LinkedHashMap<>();
    graph.outputs().forEach((name, ref) -> outputs.put(name, tensors.plain(value(ref))));
    return outputs;
  }

  private boolean isRead(int node) {
    return read.contains(new Ref(node, 0)) || read.contains(new Ref(node, 1));
  }

  private void add(int place, FlatNode node) {
    if (node instanceof Input input) {
      if (isSeed(input)) {
        keys.add(place);
      } else {
        values.put(new Ref(place, 0), Check.known("input", input.name(), inputs));
      }
    } else if (node instanceof Operation operation) {
      add(place, operation);
    }
  }

  /** The way of a seed to a key is part of the instruction that draws. */
  private void add(int place, Operation operation) {
    boolean ofKey =
        operation.results().get(0).element() == NumberType.INT64
            && operation.inputs().stream().anyMatch(ref -> keys.contains(ref.node()));
    if (ofKey) {
      keys.add(place);
      return;
    }
    LightStep step = new LightStep(tensors, graph, operation, this::value);
    Fused match = fused.get(place);
    if (match != null) {
      values.put(new Ref(place, 0), match.making().apply(step));
      return;
    }
    for (int result : List.of(0, 1)) {
      Ref ref = new Ref(place, result);
      if (read.contains(ref)) {
        values.put(ref, LightTable.add(step, result));
      }
    }
  }

  private Placed value(Ref ref) {
    return values.computeIfAbsent(
        ref,
        key -> {
          if (graph.nodes().get(key.node()) instanceof Constant constant) {
            return Placed.plain(
                tensors.tape().add(TapeConstants.of(constant)), constant.type().shape());
          }
          throw new IllegalStateException("tensor: " + key + " (expected: one translated before)");
        });
  }
}

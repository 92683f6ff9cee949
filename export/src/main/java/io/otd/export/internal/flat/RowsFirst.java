// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Moves the rows of a batch to the front. Networks compute with the draws in front, {@code [K, B,
 * w]}, and the results are transposed. Here the constants are transposed instead. Runtimes loop
 * over the first dimensions, and are slow if an inner one has size 1, as for a single row.
 */
public final class RowsFirst {
  private final FlatGraph graph;
  private final FlatGraph.Builder flat = new FlatGraph.Builder();

  /** Whether a node has its first two dimensions exchanged. */
  private final boolean[] exchanged;

  /** The nodes in the new graph. */
  private final int[] places;

  private RowsFirst(FlatGraph graph) {
    this.graph = graph;
    this.places = new int[graph.nodes().size()];
    this.exchanged = exchangedNodes(graph);
  }

  /** The same graph, with the rows in front where that needs no further transpositions. */
  public static FlatGraph of(FlatGraph graph) {
    return new RowsFirst(graph).moved();
  }

  /** A node is exchanged if all its readers expect it exchanged. */
  private static boolean[] exchangedNodes(FlatGraph graph) {
    int nodes = graph.nodes().size();
    boolean[] exchanged = new boolean[nodes];
    boolean[] refused = new boolean[nodes];
    graph.outputs().values().forEach(ref -> refused[ref.node()] = true);
    for (int i = nodes - 1; i >= 0; i--) {
      if (graph.nodes().get(i) instanceof Operation operation) {
        List<Exchange.Form> forms = Exchange.forms(graph, operation);
        boolean exchanges = exchanged[i] && !refused[i] && !forms.isEmpty();
        exchanged[i] = exchanges;
        for (int j = 0; j < operation.inputs().size(); j++) {
          int from = operation.inputs().get(j).node();
          boolean wants =
              exchanges
                  ? forms.get(j) == Exchange.Form.EXCHANGED
                  : j == 0 && Exchange.undoes(graph, operation);
          exchanged[from] |= wants;
          refused[from] |= !wants;
        }
      } else {
        exchanged[i] = false;
      }
    }
    return exchanged;
  }

  private FlatGraph moved() {
    for (int i = 0; i < places.length; i++) {
      FlatNode node = graph.nodes().get(i);
      places[i] = node instanceof Operation operation ? moved(i, operation) : flat.add(node);
    }
    graph.outputs().forEach((name, ref) -> flat.output(name, asIs(ref)));
    return flat.build();
  }

  private int moved(int place, Operation operation) {
    Ref first = operation.inputs().get(0);
    if (exchanged[place]) {
      List<Exchange.Form> forms = Exchange.forms(graph, operation);
      List<Ref> inputs =
          IntStream.range(0, forms.size())
              .mapToObj(j -> input(operation.inputs().get(j), forms.get(j)))
              .toList();
      TensorType result = Exchange.type(operation.results().get(0));
      return flat.add(
          new Operation(operation.operator(), inputs, operation.attributes(), List.of(result)));
    }
    if (exchanged[first.node()] && Exchange.undoes(graph, operation)) {
      return places[first.node()];
    }
    return flat.add(
        new Operation(
            operation.operator(),
            operation.inputs().stream().map(this::asIs).toList(),
            operation.attributes(),
            operation.results()));
  }

  private Ref asIs(Ref ref) {
    return new Ref(places[ref.node()], ref.result());
  }

  private Ref input(Ref ref, Exchange.Form form) {
    return switch (form) {
      case AS_IS -> asIs(ref);
      case EXCHANGED -> exchanged(ref);
      case WIDENED -> widened(ref);
      case SIZES -> known(Exchange.sizes(values(ref)), graph.type(ref));
      case AXIS -> known(new long[] {1 - values(ref)[0]}, graph.type(ref));
    };
  }

  private Ref exchanged(Ref ref) {
    if (exchanged[ref.node()]) {
      return asIs(ref);
    }
    if (graph.nodes().get(ref.node()) instanceof Constant constant) {
      return new Ref(flat.add(Exchange.constant(constant)), 0);
    }
    TensorType type = graph.type(ref);
    long[] order = IntStream.range(0, type.rank()).mapToLong(d -> d < 2 ? 1 - d : d).toArray();
    return operation("Transpose", ref, order, Exchange.type(type));
  }

  /** A tensor with one dimension less has none for the draws: its first one is the rows'. */
  private Ref widened(Ref ref) {
    TensorType type = graph.type(ref);
    List<Long> shape = new ArrayList<>(type.shape());
    shape.add(1, 1L);
    TensorType wider = new TensorType(type.element(), shape);
    return graph.nodes().get(ref.node()) instanceof Constant constant
        ? new Ref(flat.add(new Constant(wider, constant.bytes())), 0)
        : operation("ExpandDims", ref, new long[] {1}, wider);
  }

  private Ref operation(String operator, Ref ref, long[] argument, TensorType result) {
    List<Long> shape = operator.equals("ExpandDims") ? List.of() : List.of((long) argument.length);
    Ref known = known(argument, new TensorType(NumberType.INT64, shape));
    return new Ref(
        flat.add(new Operation(operator, List.of(asIs(ref), known), Map.of(), List.of(result))), 0);
  }

  private Ref known(long[] values, TensorType type) {
    return new Ref(flat.add(Constant.of(type, values)), 0);
  }

  private long[] values(Ref ref) {
    return ((Constant) graph.nodes().get(ref.node())).wholes();
  }
}

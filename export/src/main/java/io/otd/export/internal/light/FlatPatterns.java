// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.flat.TensorType;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Questions about the operations of a flat graph. */
final class FlatPatterns {
  private final FlatGraph graph;
  private final int[] uses;

  FlatPatterns(FlatGraph graph) {
    this.graph = graph;
    uses = new int[graph.nodes().size()];
    graph.outputs().values().forEach(ref -> uses[ref.node()]++);
    graph
        .nodes()
        .forEach(
            node -> {
              if (node instanceof Operation operation) {
                operation.inputs().forEach(ref -> uses[ref.node()]++);
              }
            });
  }

  Operation operation(int node) {
    return (Operation) graph.nodes().get(node);
  }

  /** The operation of a result, if it is one of an operator. */
  Optional<Operation> of(Ref ref, String... operators) {
    return graph.nodes().get(ref.node()) instanceof Operation operation
            && List.of(operators).contains(operation.operator())
        ? Optional.of(operation)
        : Optional.empty();
  }

  TensorType type(Ref ref) {
    return graph.type(ref);
  }

  boolean isConstant(Ref ref) {
    return graph.nodes().get(ref.node()) instanceof Constant;
  }

  /** How often a result is read. */
  int uses(Ref ref) {
    return uses[ref.node()];
  }

  /** Whether a result is a number of single precision. */
  boolean is(Ref ref, double value) {
    return graph.nodes().get(ref.node()) instanceof Constant constant
        && constant.type().element() == NumberType.FLOAT32
        && constant.bytes().size() == Float.BYTES
        && constant.bytes().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getFloat()
            == (float) value;
  }

  /** The other factor, or summand, of an operation that has one. */
  static Optional<Ref> other(Operation operation, Ref one) {
    if (operation.inputs().get(0).equals(one)) {
      return Optional.of(operation.inputs().get(1));
    }
    return operation.inputs().get(1).equals(one)
        ? Optional.of(operation.inputs().get(0))
        : Optional.empty();
  }

  /** The other factor, or summand, if one is a number. */
  Optional<Ref> other(Operation operation, double number) {
    return operation.inputs().stream()
        .filter(ref -> is(ref, number))
        .findFirst()
        .flatMap(ref -> other(operation, ref));
  }
}

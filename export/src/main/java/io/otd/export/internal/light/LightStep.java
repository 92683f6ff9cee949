// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.export.internal.flat.TensorType;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An operation that is translated.
 *
 * @param tensors of the tape
 * @param graph of the operation
 * @param operation of the graph
 * @param values the tensors that were translated
 */
record LightStep(
    TapeTensors tensors, FlatGraph graph, Operation operation, Function<Ref, Placed> values) {
  /** The same for another operation. */
  LightStep of(Operation other) {
    return new LightStep(tensors, graph, other, values);
  }

  Placed in(int number) {
    return values.apply(operation.inputs().get(number));
  }

  List<Placed> all() {
    return IntStream.range(0, operation.inputs().size()).mapToObj(this::in).toList();
  }

  TensorType type(int number) {
    return graph.type(operation.inputs().get(number));
  }

  TensorType result() {
    return operation.results().get(0);
  }

  FlatNode node(int number) {
    return graph.nodes().get(operation.inputs().get(number).node());
  }

  boolean known(int number) {
    return node(number) instanceof Constant;
  }

  /**
   * The values of an input, which are known whole numbers.
   *
   * @throws IllegalArgumentException if they are not known
   */
  long[] wholes(int number) {
    if (node(number) instanceof Constant constant) {
      return constant.wholes();
    }
    throw new IllegalArgumentException(
        "input %s of %s: computed (expected: constant)".formatted(number, operation.operator()));
  }

  int whole(int number) {
    return Math.toIntExact(wholes(number)[0]);
  }

  /** A dimension, from 0; a negative number counts from the last one. */
  int dimension(long number, int rank) {
    return Math.toIntExact(number < 0 ? number + rank : number);
  }

  IllegalArgumentException unsupported(Object what) {
    return new IllegalArgumentException(
        "%s of %s (expected: one that the light engine has)".formatted(what, operation.operator()));
  }
}

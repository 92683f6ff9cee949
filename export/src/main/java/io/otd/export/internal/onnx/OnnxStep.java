// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

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
 * @param onnx the graph to add to
 * @param graph of the operation
 * @param operation of the graph
 * @param second whether something reads the second result
 * @param values the tensors that were translated; a constant is added when it is first asked for
 */
record OnnxStep(
    OnnxOps onnx,
    FlatGraph graph,
    Operation operation,
    boolean second,
    Function<Ref, OnnxValue> values) {
  /** An input as a tensor. */
  OnnxValue in(int number) {
    return values.apply(operation.inputs().get(number));
  }

  /** All inputs as tensors. */
  List<OnnxValue> all() {
    return IntStream.range(0, operation.inputs().size()).mapToObj(this::in).toList();
  }

  /** Type of an input. */
  TensorType type(int number) {
    return graph.type(operation.inputs().get(number));
  }

  /** Type of the first result. */
  TensorType result() {
    return operation.results().get(0);
  }

  /** Whether the values of an input are known. */
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

  /** The value of an input, which is one known whole number. */
  int whole(int number) {
    return Math.toIntExact(wholes(number)[0]);
  }

  /** A dimension, from 0; a negative number counts from the last one. */
  int axis(long number, int rank) {
    return Math.toIntExact(number < 0 ? number + rank : number);
  }

  private FlatNode node(int number) {
    return graph.nodes().get(operation.inputs().get(number).node());
  }
}

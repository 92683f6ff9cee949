// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An operation that is translated.
 *
 * @param <V> what a tensor is translated to
 */
public abstract class FlatStep<V> {
  private final FlatGraph graph;
  private final Operation operation;
  private final Function<Ref, V> values;

  /**
   * A step of a translation.
   *
   * @param graph of the operation
   * @param operation of the graph
   * @param values the tensors that were translated; a constant is added at its first use
   */
  protected FlatStep(FlatGraph graph, Operation operation, Function<Ref, V> values) {
    this.graph = graph;
    this.operation = operation;
    this.values = values;
  }

  /** The graph of the operation. */
  public final FlatGraph graph() {
    return graph;
  }

  /** What is translated. */
  public final Operation operation() {
    return operation;
  }

  /** The tensors that were translated. */
  public final Function<Ref, V> values() {
    return values;
  }

  /** An input, translated. */
  public final V in(int number) {
    return values.apply(operation.inputs().get(number));
  }

  /** All inputs, translated. */
  public final List<V> all() {
    return IntStream.range(0, operation.inputs().size()).mapToObj(this::in).toList();
  }

  /** Type of an input. */
  public final TensorType type(int number) {
    return graph.type(operation.inputs().get(number));
  }

  /** Type of the first result. */
  public final TensorType result() {
    return operation.results().get(0);
  }

  /** What gives an input. */
  public final FlatNode node(int number) {
    return graph.nodes().get(operation.inputs().get(number).node());
  }

  /** Whether the values of an input are known. */
  public final boolean known(int number) {
    return node(number) instanceof Constant;
  }

  /**
   * The values of an input, which are known whole numbers.
   *
   * @throws IllegalArgumentException if they are not known
   */
  public final long[] wholes(int number) {
    if (node(number) instanceof Constant constant) {
      return constant.wholes();
    }
    throw new IllegalArgumentException(
        "input %s of %s: computed (expected: constant)".formatted(number, operation.operator()));
  }

  /** The value of an input, which is one known whole number. */
  public final int whole(int number) {
    return Math.toIntExact(wholes(number)[0]);
  }

  /** A dimension, from 0; a negative number counts from the last one. */
  public final int dimension(long number, int rank) {
    return Math.toIntExact(number < 0 ? number + rank : number);
  }
}

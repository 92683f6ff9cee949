// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.StatelessWhile;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * A counted loop inside a graph: one stateless While whose body is a separate function. Each pass
 * gets the state and the invariants by name and gives the new state by name. Shapes are fixed
 * through the loop; -1 is a size known only at run time.
 */
public final class Loop {
  private final Ops tf;
  private final String name;
  private final Operand<TInt32> count;
  private final Map<String, List<Value>> state = new LinkedHashMap<>();
  private final Map<String, List<Value>> invariants = new LinkedHashMap<>();

  /** A value that enters the loop. */
  private record Value(Operand<?> value, Shape shape) {}

  /** One pass of the loop. */
  @FunctionalInterface
  public interface Body {
    /**
     * Adds one pass to the body's own graph.
     *
     * @param tf the body's graph
     * @param index passes done before this one, from 0; scalar
     * @param values the state and the invariants
     * @return the new state
     */
    LoopValues pass(Ops tf, Operand<TInt32> index, LoopValues values);
  }

  /**
   * Starts a loop.
   *
   * @param tf the graph to add to
   * @param name of the loop, for the names of its functions
   * @param count number of passes, a scalar, known only at run time
   */
  public Loop(Ops tf, String name, Operand<TInt32> count) {
    this.tf = tf;
    this.name = name;
    this.count = count;
  }

  /** Adds a value that a pass changes, with its first value. */
  public Loop state(String valueName, Operand<?> first, long... shape) {
    return put(state, valueName, List.of(new Value(first, Shape.of(shape))));
  }

  /** Adds several values that a pass changes, under one name. */
  public Loop state(
      String valueName, List<? extends Operand<TFloat32>> first, List<long[]> shapes) {
    return put(state, valueName, values(first, shapes));
  }

  /** Adds a value that every pass reads. */
  public Loop invariant(String valueName, Operand<?> value, long... shape) {
    return put(invariants, valueName, List.of(new Value(value, Shape.of(shape))));
  }

  /** Adds several values that every pass reads, under one name. */
  public Loop invariant(
      String valueName, List<? extends Operand<TFloat32>> values, List<long[]> shapes) {
    return put(invariants, valueName, values(values, shapes));
  }

  private Loop put(Map<String, List<Value>> where, String valueName, List<Value> values) {
    if (state.containsKey(valueName) || invariants.containsKey(valueName)) {
      throw new IllegalArgumentException("loop value: " + valueName + " (expected: a new name)");
    }
    where.put(valueName, values);
    return this;
  }

  private static List<Value> values(
      List<? extends Operand<TFloat32>> operands, List<long[]> shapes) {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      values.add(new Value(operands.get(i), Shape.of(shapes.get(i))));
    }
    return values;
  }

  /**
   * Adds the loop.
   *
   * @param body what one pass does
   * @return the state after the last pass
   */
  public LoopValues add(Body body) {
    List<Value> entering = new ArrayList<>();
    entering.add(new Value(tf.constant(0), Shape.scalar()));
    entering.add(new Value(count, Shape.scalar()));
    state.values().forEach(entering::addAll);
    invariants.values().forEach(entering::addAll);
    try (ConcreteFunction condition = condition(entering);
        ConcreteFunction pass = pass(entering, body)) {
      List<Operand<?>> operands = new ArrayList<>();
      entering.forEach(v -> operands.add(v.value()));
      StatelessWhile loop = StatelessWhile.create(tf.scope(), operands, condition, pass);
      Map<String, List<Operand<?>>> end = new LinkedHashMap<>();
      take(end, state, List.copyOf(loop.output()), 2);
      return new LoopValues(end);
    }
  }

  private ConcreteFunction condition(List<Value> entering) {
    try (FunctionBuilder function = new FunctionBuilder(name + "_condition")) {
      List<Operand<?>> inputs = inputs(function, entering);
      function.output(
          "more",
          function
              .tf()
              .math
              .less(
                  inputs.get(0).asOutput().expect(TInt32.class),
                  inputs.get(1).asOutput().expect(TInt32.class)));
      return function.build();
    }
  }

  private ConcreteFunction pass(List<Value> entering, Body body) {
    try (FunctionBuilder function = new FunctionBuilder(name + "_pass")) {
      Ops ops = function.tf();
      List<Operand<?>> inputs = inputs(function, entering);
      Operand<TInt32> index = inputs.get(0).asOutput().expect(TInt32.class);
      Map<String, List<Operand<?>>> named = new LinkedHashMap<>();
      int end = take(named, state, inputs, 2);
      take(named, invariants, inputs, end);
      List<Operand<?>> next = next(body.pass(ops, index, new LoopValues(named)));
      function.output("o0", ops.math.add(index, ops.constant(1)));
      function.output("o1", ops.identity(inputs.get(1)));
      for (int i = 2; i < inputs.size(); i++) {
        Operand<?> out = i < end ? next.get(i - 2) : inputs.get(i);
        function.output("o" + i, ops.identity(out));
      }
      return function.build();
    }
  }

  /** The new state in the loop's order. */
  private List<Operand<?>> next(LoopValues values) {
    if (!values.names().equals(state.keySet())) {
      throw new IllegalStateException(
          "%s: the pass gives %s (expected: %s)"
              .formatted(
                  name, String.join(", ", values.names()), String.join(", ", state.keySet())));
    }
    List<Operand<?>> next = new ArrayList<>();
    state.forEach(
        (valueName, declared) -> {
          List<Operand<?>> operands = values.all(valueName);
          if (operands.size() != declared.size()) {
            throw new IllegalStateException(
                "%s: the pass gives %s values of %s (expected: %s)"
                    .formatted(name, operands.size(), valueName, declared.size()));
          }
          next.addAll(operands);
        });
    return next;
  }

  /**
   * Gives operands their names.
   *
   * @param from place of the first
   * @return the place after the last
   */
  private static int take(
      Map<String, List<Operand<?>>> into,
      Map<String, List<Value>> declared,
      List<? extends Operand<?>> operands,
      int from) {
    int place = from;
    for (Map.Entry<String, List<Value>> entry : declared.entrySet()) {
      int next = place + entry.getValue().size();
      into.put(entry.getKey(), List.copyOf(operands.subList(place, next)));
      place = next;
    }
    return place;
  }

  private static List<Operand<?>> inputs(FunctionBuilder function, List<Value> entering) {
    List<Operand<?>> inputs = new ArrayList<>();
    for (int i = 0; i < entering.size(); i++) {
      Value value = entering.get(i);
      inputs.add(function.input("i" + i, value.value().type(), value.shape()));
    }
    return inputs;
  }
}

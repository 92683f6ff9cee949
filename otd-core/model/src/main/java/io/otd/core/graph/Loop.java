package io.otd.core.graph;

import java.util.ArrayList;
import java.util.List;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.StatelessWhile;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** A counted loop inside a graph: one stateless While whose body is a function of its own. */
public final class Loop {
  private Loop() {}

  /**
   * A value that enters the loop.
   *
   * @param value its first value
   * @param shape its shape, fixed through the loop; -1 for a size known only at run time
   */
  public record Value(Operand<?> value, Shape shape) {
    /** A value of a known shape. */
    public static Value of(Operand<?> value, long... shape) {
      return new Value(value, Shape.of(shape));
    }
  }

  /** One pass of the loop. */
  @FunctionalInterface
  public interface Body {
    /**
     * Adds one pass to the body's own graph.
     *
     * @param tf the body's graph
     * @param index passes done before this one, from 0; scalar
     * @param values the state, then the invariants
     * @return the new state
     */
    List<? extends Operand<?>> pass(Ops tf, Operand<TInt32> index, Arguments values);
  }

  /**
   * The state and the invariants of one pass, by place.
   *
   * @param values the state, then the invariants
   */
  public record Arguments(List<Operand<?>> values) {
    /** A float value. */
    public Operand<TFloat32> floats(int place) {
      return values.get(place).asOutput().expect(TFloat32.class);
    }

    /** Float values, from one place up to and without another. */
    public List<Operand<TFloat32>> floats(int from, int to) {
      return values.subList(from, to).stream()
          .<Operand<TFloat32>>map(v -> v.asOutput().expect(TFloat32.class))
          .toList();
    }
  }

  /**
   * Adds the loop.
   *
   * @param tf the graph to add to
   * @param name of the loop, for the names of its functions
   * @param count number of passes, a scalar, known only at run time
   * @param state values that a pass changes
   * @param invariants values that every pass reads
   * @param body what one pass does
   * @return the state after the last pass
   */
  public static Arguments times(
      Ops tf,
      String name,
      Operand<TInt32> count,
      List<Value> state,
      List<Value> invariants,
      Body body) {
    List<Value> entering = new ArrayList<>();
    entering.add(Value.of(tf.constant(0)));
    entering.add(Value.of(count));
    entering.addAll(state);
    entering.addAll(invariants);
    try (ConcreteFunction condition = condition(name + "_condition", entering);
        ConcreteFunction pass = pass(name + "_pass", entering, state.size(), body)) {
      List<Operand<?>> operands = new ArrayList<>();
      entering.forEach(v -> operands.add(v.value()));
      StatelessWhile loop = StatelessWhile.create(tf.scope(), operands, condition, pass);
      return new Arguments(List.copyOf(loop.output().subList(2, 2 + state.size())));
    }
  }

  private static ConcreteFunction condition(String name, List<Value> entering) {
    try (FunctionBuilder function = new FunctionBuilder(name)) {
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

  private static ConcreteFunction pass(
      String name, List<Value> entering, int stateSize, Body body) {
    try (FunctionBuilder function = new FunctionBuilder(name)) {
      Ops tf = function.tf();
      List<Operand<?>> inputs = inputs(function, entering);
      Operand<TInt32> index = inputs.get(0).asOutput().expect(TInt32.class);
      List<? extends Operand<?>> next =
          body.pass(tf, index, new Arguments(List.copyOf(inputs.subList(2, inputs.size()))));
      if (next.size() != stateSize) {
        throw new IllegalStateException(
            name + ": " + next.size() + " values (expected: " + stateSize + ")");
      }
      function.output("o0", tf.math.add(index, tf.constant(1)));
      function.output("o1", tf.identity(inputs.get(1)));
      for (int i = 2; i < inputs.size(); i++) {
        Operand<?> out = i - 2 < stateSize ? next.get(i - 2) : inputs.get(i);
        function.output("o" + i, tf.identity(out));
      }
      return function.build();
    }
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

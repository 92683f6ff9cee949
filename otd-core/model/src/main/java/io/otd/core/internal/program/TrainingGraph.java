// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.Loop;
import io.otd.core.internal.graph.LoopValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.Optimizer;
import java.util.List;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.family.TType;

/**
 * The function behind {@link TrainingProgram}: up to N steps in one loop, all state in and out by
 * value. Its inputs and outputs have the names below.
 */
final class TrainingGraph {
  /** Number of steps, at most N; scalar. */
  static final String COUNT = "count";

  /** Key of the noise, scalar. */
  static final String KEY = "key";

  /** Number of previous steps, scalar. */
  static final String FIRST_STEP = "first_step";

  /** The optimiser's of each step, {@code [N, 4]}. */
  static final String STEP_COEFFICIENTS = "coefficients";

  /** {@code [places, d_x]}. */
  static final String X = "x";

  /** {@code [places, d_y]}. */
  static final String Y = "y";

  /** For rows with weights: of each, in units of their mean, {@code [places]}. */
  static final String WEIGHTS = "weights";

  /** For mini-batches: numbers of the cases of each step, {@code [N, batch]}. */
  static final String CASES = "indices";

  /** For mini-batches: the number of those that count, {@code [N]}. */
  static final String SIZES = "sizes";

  /** In and out, {@code [P]}. */
  static final String PARAMETERS = "parameters";

  /** In and out, {@code [P]}. */
  static final String FIRST_MOMENT = "first_moment";

  /** In and out, {@code [P]}. */
  static final String SECOND_MOMENT = "second_moment";

  /** In and out, {@code [P]}. */
  static final String AVERAGE = "average";

  /** Out: fit, dispersion and action of each step, {@code [N, 3]}. */
  static final String TRACE = "trace";

  /** Numbers of a step in the trace. */
  static final int TRACED = 3;

  private final TrainingPlan plan;
  private final int capacity;
  private final int places;
  private final ParameterVector vector;

  /**
   * A graph.
   *
   * @param capacity N
   * @param places rows that a call is given: all of the plan, or those of its steps
   */
  TrainingGraph(TrainingPlan plan, int capacity, int places) {
    this.plan = plan;
    this.capacity = capacity;
    this.places = places;
    this.vector = new ParameterVector(plan.model().parameters());
  }

  ConcreteFunction build() {
    try (FunctionBuilder function = new FunctionBuilder("train")) {
      Ops tf = function.tf();
      ModelSpec model = plan.model();
      int size = vector.size();
      Operand<TInt32> count = function.input(COUNT, TInt32.class, Shape.scalar());
      Loop loop = new Loop(tf, "train_steps", count);
      invariant(loop, function, KEY, TInt64.class);
      invariant(loop, function, FIRST_STEP, TInt64.class);
      invariant(
          loop, function, STEP_COEFFICIENTS, TFloat32.class, capacity, Optimizer.COEFFICIENTS);
      invariant(loop, function, X, TFloat32.class, places, model.inputs());
      invariant(loop, function, Y, TFloat32.class, places, model.outputs());
      if (plan.weighted()) {
        invariant(loop, function, WEIGHTS, TFloat32.class, places);
      }
      if (!plan.batches().full()) {
        invariant(loop, function, CASES, TInt32.class, capacity, plan.batches().batch());
        invariant(loop, function, SIZES, TInt32.class, capacity);
      }
      List<String> vectors = List.of(PARAMETERS, FIRST_MOMENT, SECOND_MOMENT, AVERAGE);
      for (String name : vectors) {
        loop.state(name, function.input(name, TFloat32.class, Shape.of(size)), size);
      }
      loop.state(
          TRACE,
          tf.zeros(tf.constant(new int[] {capacity, TRACED}), TFloat32.class),
          capacity,
          TRACED);
      LoopValues end = loop.add(this::step);
      for (String name : vectors) {
        function.output(name, tf.identity(end.floats(name)));
      }
      function.output(TRACE, tf.identity(end.floats(TRACE)));
      return function.build();
    }
  }

  private static void invariant(
      Loop loop,
      FunctionBuilder function,
      String name,
      Class<? extends TType> type,
      long... shape) {
    loop.invariant(name, function.input(name, type, Shape.of(shape)), shape);
  }

  private LoopValues step(Ops tf, Operand<TInt32> index, LoopValues in) {
    Operand<TInt64> step =
        tf.math.add(in.get(FIRST_STEP, TInt64.class), tf.dtypes.cast(index, TInt64.class));
    Operand<TFloat32> parameters = in.floats(PARAMETERS);
    Batch batch = batch(tf, index, in);
    Objective objective =
        Objective.add(
            tf,
            plan,
            vector.split(tf, parameters).with(plan.precision()),
            ModelNoise.keyed(in.get(KEY, TInt64.class), step, step),
            batch.x(),
            batch.y(),
            batch.counted(),
            batch.weights());
    Optimizer.State next =
        plan.optimizer()
            .step(
                tf,
                new Optimizer.State(
                    parameters,
                    in.floats(FIRST_MOMENT),
                    in.floats(SECOND_MOMENT),
                    in.floats(AVERAGE)),
                vector.join(tf, objective.gradients()),
                row(tf, in.floats(STEP_COEFFICIENTS), index));
    Operand<TFloat32> traced =
        tf.stack(List.of(objective.fit(), objective.dispersion(), objective.action()));
    Operand<TFloat32> trace =
        tf.tensorScatterNdUpdate(
            in.floats(TRACE),
            tf.reshape(index, tf.constant(new int[] {1, 1})),
            tf.expandDims(traced, tf.constant(0)));
    return LoopValues.of(PARAMETERS, next.parameters())
        .and(FIRST_MOMENT, next.first())
        .and(SECOND_MOMENT, next.second())
        .and(AVERAGE, next.average())
        .and(TRACE, trace);
  }

  /**
   * The rows of a step.
   *
   * @param counted 1 of each, 0 for padding
   * @param weights by which their scores count
   */
  private record Batch(
      Operand<TFloat32> x,
      Operand<TFloat32> y,
      Operand<TFloat32> counted,
      Operand<TFloat32> weights) {}

  private Batch batch(Ops tf, Operand<TInt32> index, LoopValues in) {
    BatchPlan batches = plan.batches();
    int rows = batches.batchRows();
    if (batches.full()) {
      Operand<TFloat32> all = tf.fill(tf.constant(new int[] {rows}), tf.constant(1f));
      return new Batch(in.floats(X), in.floats(Y), all, plan.weighted() ? in.floats(WEIGHTS) : all);
    }
    Operand<TInt32> cases = row(tf, in.get(CASES, TInt32.class), index);
    Operand<TInt32> size = tf.gather(in.get(SIZES, TInt32.class), index, tf.constant(0));
    Operand<TFloat32> counted =
        tf.dtypes.cast(
            tf.math.less(
                tf.range(tf.constant(0), tf.constant(rows), tf.constant(1)),
                tf.math.mul(size, tf.constant(batches.points()))),
            TFloat32.class);
    return new Batch(
        gathered(tf, in.floats(X), cases, plan.model().inputs()),
        gathered(tf, in.floats(Y), cases, plan.model().outputs()),
        counted,
        plan.weighted() ? weighted(tf, in, cases, counted) : counted);
  }

  private Operand<TFloat32> weighted(
      Ops tf, LoopValues in, Operand<TInt32> cases, Operand<TFloat32> counted) {
    Operand<TFloat32> own =
        tf.reshape(gathered(tf, in.floats(WEIGHTS), cases, 1), tf.constant(new int[] {-1}));
    return tf.math.mul(own, counted);
  }

  /** The rows of some cases, {@code [batch rows, columns]}; a case is one piece of memory. */
  private Operand<TFloat32> gathered(
      Ops tf, Operand<TFloat32> data, Operand<TInt32> cases, int columns) {
    BatchPlan batches = plan.batches();
    Operand<TFloat32> byCase =
        tf.reshape(
            data, tf.constant(new int[] {places / batches.points(), batches.points() * columns}));
    return tf.reshape(
        tf.gather(byCase, cases, tf.constant(0)),
        tf.constant(new int[] {batches.batchRows(), columns}));
  }

  private static <T extends TType> Operand<T> row(
      Ops tf, Operand<T> matrix, Operand<TInt32> index) {
    return tf.reshape(tf.gather(matrix, index, tf.constant(0)), tf.constant(new int[] {-1}));
  }
}

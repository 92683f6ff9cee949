package io.otd.core.program;

import io.otd.core.graph.FunctionBuilder;
import io.otd.core.graph.Loop;
import io.otd.core.layer.ParameterVector;
import io.otd.core.model.ModelSpec;
import io.otd.core.optimizer.Optimizer;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;

/**
 * The function behind {@link TrainingProgram}: up to N steps in one loop, all state in and out by
 * value. Inputs, in order: count of steps, key of the noise, first step, coefficients {@code [N,
 * 4]} (the optimiser's, the weight of the average), x {@code [n, d_x]}, y {@code [n, d_y]}, then
 * for mini-batches the numbers of the cases {@code [N, batch]} and the sizes {@code [N]}; then
 * parameters, first and second moment and average, each {@code [P]}. Outputs: the last four, then
 * the trace {@code [N, 3]}: fit, dispersion and action of each step.
 */
final class TrainingGraph {
  static final int COEFFICIENTS = Optimizer.COEFFICIENTS + 1;

  private static final int TRACED = 3;

  private final TrainingPlan plan;
  private final int capacity;
  private final ParameterVector vector;

  TrainingGraph(TrainingPlan plan, int capacity) {
    this.plan = plan;
    this.capacity = capacity;
    this.vector = new ParameterVector(plan.model().parameters());
  }

  ConcreteFunction build() {
    try (FunctionBuilder function = new FunctionBuilder("train")) {
      Ops tf = function.tf();
      ModelSpec model = plan.model();
      int size = vector.size();
      Operand<TInt32> count = function.input("count", TInt32.class, Shape.scalar());
      List<Loop.Value> invariants = new ArrayList<>();
      invariants.add(input(function, "key", TInt64.class));
      invariants.add(input(function, "first_step", TInt64.class));
      invariants.add(input(function, "coefficients", TFloat32.class, capacity, COEFFICIENTS));
      invariants.add(input(function, "x", TFloat32.class, plan.rows(), model.inputs()));
      invariants.add(input(function, "y", TFloat32.class, plan.rows(), model.outputs()));
      if (!plan.batches().full()) {
        invariants.add(input(function, "indices", TInt32.class, capacity, plan.batches().batch()));
        invariants.add(input(function, "sizes", TInt32.class, capacity));
      }
      List<Loop.Value> state = new ArrayList<>();
      for (String name : List.of("parameters", "first_moment", "second_moment", "average")) {
        state.add(input(function, name, TFloat32.class, size));
      }
      state.add(
          Loop.Value.of(
              tf.zeros(tf.constant(new int[] {capacity, TRACED}), TFloat32.class),
              capacity,
              TRACED));
      Loop.Arguments end = Loop.times(tf, "train_steps", count, state, invariants, this::step);
      for (int i = 0; i < end.values().size(); i++) {
        function.output("out" + i, tf.identity(end.values().get(i)));
      }
      return function.build();
    }
  }

  private static Loop.Value input(
      FunctionBuilder function,
      String name,
      Class<? extends org.tensorflow.types.family.TType> type,
      long... shape) {
    return Loop.Value.of(function.input(name, type, Shape.of(shape)), shape);
  }

  /**
   * State: parameters, two moments, average, trace. Invariants: as the function's inputs, from the
   * key.
   */
  private List<Operand<?>> step(Ops tf, Operand<TInt32> index, Loop.Arguments in) {
    Operand<TInt64> key = in.values().get(5).asOutput().expect(TInt64.class);
    Operand<TInt64> firstStep = in.values().get(6).asOutput().expect(TInt64.class);
    Operand<TInt64> step = tf.math.add(firstStep, tf.dtypes.cast(index, TInt64.class));
    Operand<TFloat32> coefficients = row(tf, in.floats(7), index);
    Batch batch = batch(tf, index, in);
    Objective objective =
        Objective.add(
            tf,
            plan,
            vector.split(tf, in.floats(0)).with(plan.precision()),
            ModelNoise.keyed(key, step, step),
            batch.x(),
            batch.y(),
            batch.weights());
    Operand<TFloat32> gradient =
        clipped(tf, penalised(tf, vector.join(tf, objective.gradients()), in.floats(0)));
    Optimizer.State next =
        plan.optimizer()
            .step(
                tf,
                new Optimizer.State(in.floats(0), in.floats(1), in.floats(2)),
                gradient,
                coefficients);
    Operand<TFloat32> average =
        plan.average().step(tf, in.floats(3), next.parameters(), averageWeight(tf, coefficients));
    Operand<TFloat32> traced =
        tf.stack(List.of(objective.fit(), objective.dispersion(), objective.action()));
    Operand<TFloat32> trace =
        tf.tensorScatterNdUpdate(
            in.floats(4),
            tf.reshape(index, tf.constant(new int[] {1, 1})),
            tf.expandDims(traced, tf.constant(0)));
    return List.of(next.parameters(), next.first(), next.second(), average, trace);
  }

  private static Operand<TFloat32> averageWeight(Ops tf, Operand<TFloat32> coefficients) {
    return tf.reshape(
        tf.slice(
            coefficients,
            tf.constant(new int[] {Optimizer.COEFFICIENTS}),
            tf.constant(new int[] {1})),
        tf.constant(new int[0]));
  }

  private record Batch(Operand<TFloat32> x, Operand<TFloat32> y, Operand<TFloat32> weights) {}

  private Batch batch(Ops tf, Operand<TInt32> index, Loop.Arguments in) {
    BatchPlan batches = plan.batches();
    int rows = batches.batchRows();
    if (batches.full()) {
      return new Batch(
          in.floats(8), in.floats(9), tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)));
    }
    Operand<TInt32> cases = row(tf, in.values().get(10).asOutput().expect(TInt32.class), index);
    Operand<TInt32> size =
        tf.gather(in.values().get(11).asOutput().expect(TInt32.class), index, tf.constant(0));
    Operand<TFloat32> weights =
        tf.dtypes.cast(
            tf.math.less(
                tf.range(tf.constant(0), tf.constant(rows), tf.constant(1)),
                tf.math.mul(size, tf.constant(batches.points()))),
            TFloat32.class);
    return new Batch(
        gathered(tf, in.floats(8), cases, plan.model().inputs()),
        gathered(tf, in.floats(9), cases, plan.model().outputs()),
        weights);
  }

  /** The rows of some cases, {@code [batch rows, columns]}; a case is one piece of memory. */
  private Operand<TFloat32> gathered(
      Ops tf, Operand<TFloat32> data, Operand<TInt32> cases, int columns) {
    BatchPlan batches = plan.batches();
    Operand<TFloat32> byCase =
        tf.reshape(data, tf.constant(new int[] {batches.cases(), batches.points() * columns}));
    return tf.reshape(
        tf.gather(byCase, cases, tf.constant(0)),
        tf.constant(new int[] {batches.batchRows(), columns}));
  }

  private static <T extends org.tensorflow.types.family.TType> Operand<T> row(
      Ops tf, Operand<T> matrix, Operand<TInt32> index) {
    return tf.reshape(tf.gather(matrix, index, tf.constant(0)), tf.constant(new int[] {-1}));
  }

  private Operand<TFloat32> penalised(
      Ops tf, Operand<TFloat32> gradient, Operand<TFloat32> parameters) {
    return plan.penalty() == 0
        ? gradient
        : tf.math.add(gradient, tf.math.mul(tf.constant((float) (2 * plan.penalty())), parameters));
  }

  /** Scales the gradient down to the largest allowed global norm (Pascanu et al. 2013). */
  private Operand<TFloat32> clipped(Ops tf, Operand<TFloat32> gradient) {
    if (Double.isInfinite(plan.clipNorm())) {
      return gradient;
    }
    Operand<TFloat32> limit = tf.constant((float) plan.clipNorm());
    Operand<TFloat32> norm =
        tf.math.sqrt(tf.reduceSum(tf.math.mul(gradient, gradient), tf.constant(0)));
    return tf.math.mul(gradient, tf.math.div(limit, tf.math.maximum(norm, limit)));
  }
}

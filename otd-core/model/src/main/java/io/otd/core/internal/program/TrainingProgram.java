// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.graph.CompiledFunction;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.FunctionResult;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Tensor;
import org.tensorflow.types.TFloat32;

/**
 * The compiled training loop over one data set: many steps per call, returning to Java once per
 * call. The same seed gives the same run, regardless of the division of steps into calls. One
 * thread at a time.
 */
public final class TrainingProgram implements AutoCloseable {
  private final TrainingPlan plan;
  private final int capacity;
  private final CompiledFunction function;
  private final TrainingData data;
  private final int size;

  /**
   * Builds the program; XLA compiles it at the first call.
   *
   * @param plan what a step does
   * @param places number of rows to pad the data to, if possible, so that plans of fewer rows share
   *     one compiled program; it has no other effect
   * @param x training inputs {@code [n, d_x]}, row-major, finite
   * @param y training targets {@code [n, d_y]}, row-major, finite
   * @param weights of the rows, above 0, of mean about 1, {@code [n]}; empty if the plan has none
   * @param capacity N, the maximum number of steps of one call, at least 1
   * @param compiler of its functions
   */
  public TrainingProgram(
      TrainingPlan plan,
      int places,
      float[] x,
      float[] y,
      float[] weights,
      int capacity,
      Compiler compiler) {
    requireCapacity(capacity);
    requireFinite("x", x, plan.rows(), plan.model().inputs());
    requireFinite("y", y, plan.rows(), plan.model().outputs());
    requireFinite("weights", weights, plan.weighted() ? plan.rows() : 0, 1);
    this.plan = plan;
    this.capacity = capacity;
    this.size = new ParameterVector(plan.model().parameters()).size();
    TrainingPlan padded = plan.padded(places);
    this.function = function(padded, padded.rows(), compiler);
    this.data = TrainingData.Whole.of(x, y, weights, padded);
  }

  /**
   * Builds the program for rows that are read for each call. Its results are those of a program
   * over the same rows in memory.
   *
   * @param plan what a step does; of mini-batches, whose rows are separate cases
   * @param weights of all rows, as for rows in memory
   * @param capacity N, the maximum number of steps of one call, at least 1
   * @param compiler of its functions
   */
  public TrainingProgram(
      TrainingPlan plan, StoredRows rows, float[] weights, int capacity, Compiler compiler) {
    requireCapacity(capacity);
    requireFinite("weights", weights, plan.weighted() ? plan.rows() : 0, 1);
    this.plan = plan;
    this.capacity = capacity;
    this.size = new ParameterVector(plan.model().parameters()).size();
    this.data = new TrainingData.OfCall(rows, weights, plan, capacity);
    this.function = function(plan, data.places(), compiler);
  }

  private CompiledFunction function(TrainingPlan planned, int places, Compiler compiler) {
    return compiler.function(
        List.of(TrainingGraph.class, planned, capacity, places),
        () -> new TrainingGraph(planned, capacity, places).build());
  }

  private static void requireCapacity(int capacity) {
    Check.that(capacity >= 1, "steps a call", capacity, ">= 1");
  }

  /** A program without padding of the rows, which have no weights. */
  public TrainingProgram(TrainingPlan plan, float[] x, float[] y, int capacity, Compiler compiler) {
    this(plan, plan.rows(), x, y, new float[0], capacity, compiler);
  }

  private static void requireFinite(String name, float[] values, int rows, int columns) {
    if (values.length != (long) rows * columns) {
      throw new IllegalArgumentException(
          "%s: %s values (expected: %s rows of %s)".formatted(name, values.length, rows, columns));
    }
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "%s: row %s, column %s is %s (expected: finite)"
                .formatted(name, i / columns, i % columns, values[i]));
      }
    }
  }

  /** N, the maximum number of steps of one call. */
  public int capacity() {
    return capacity;
  }

  /**
   * Takes some steps.
   *
   * @param state before them
   * @param batches cases of each step; its length is the number of steps, from 1 to N
   * @param schedule of the learning rate
   * @param key of the noise, from {@link io.otd.core.internal.graph.Uniforms#key}
   * @return the state after them and the trace
   */
  public Steps run(TrainingState state, Batches batches, Schedule schedule, long key) {
    if (batches.steps() < 1 || batches.steps() > capacity) {
      throw new IllegalArgumentException(
          "steps: " + batches.steps() + " (expected: from 1 to " + capacity + ")");
    }
    if (state.size() != size) {
      throw new IllegalArgumentException(
          "state: " + state.size() + " parameters (expected: " + size + ")");
    }
    TrainingData.Call call = data.of(batches);
    Map<String, Tensor> inputs = inputs(state, call, schedule, key);
    try (FunctionResult result = function.call(inputs)) {
      int traced = TrainingGraph.TRACED;
      float[] flat = result.floats(TrainingGraph.TRACE);
      float[][] trace = new float[batches.steps()][];
      for (int i = 0; i < trace.length; i++) {
        trace[i] = Arrays.copyOfRange(flat, traced * i, traced * (i + 1));
      }
      return new Steps(TrainingState.of(state.step() + batches.steps(), result), trace);
    } finally {
      close(inputs, call);
    }
  }

  /** Whether XLA really runs the program: see {@link CompiledFunction#runsCompiled}. */
  public boolean runsCompiled(TrainingState state, Batches batches, Schedule schedule) {
    TrainingData.Call call = data.of(batches);
    Map<String, Tensor> inputs = inputs(state, call, schedule, 0);
    try {
      return function.runsCompiled(inputs);
    } finally {
      close(inputs, call);
    }
  }

  private void close(Map<String, Tensor> inputs, TrainingData.Call call) {
    inputs.keySet().removeAll(call.tensors().keySet());
    inputs.values().forEach(Tensor::close);
    data.done(call);
  }

  private Map<String, Tensor> inputs(
      TrainingState state, TrainingData.Call call, Schedule schedule, long key) {
    Batches batches = call.cases();
    Map<String, Tensor> inputs = new HashMap<>(state.tensors());
    inputs.put(TrainingGraph.COUNT, Tensors.scalar(batches.steps()));
    inputs.put(TrainingGraph.KEY, Tensors.scalar(key));
    inputs.put(TrainingGraph.FIRST_STEP, Tensors.scalar(state.step()));
    inputs.put(
        TrainingGraph.STEP_COEFFICIENTS, coefficients(state.step(), batches.steps(), schedule));
    inputs.putAll(call.tensors());
    if (!plan.batches().full()) {
      inputs.put(
          TrainingGraph.CASES,
          Tensors.of(batches.padded(capacity), capacity, plan.batches().batch()));
      inputs.put(
          TrainingGraph.SIZES, Tensors.of(Arrays.copyOf(batches.sizes(), capacity), capacity));
    }
    return inputs;
  }

  /** The inputs of the graph for each step. */
  private TFloat32 coefficients(long first, int steps, Schedule schedule) {
    int width = Optimizer.COEFFICIENTS;
    float[] values = new float[capacity * width];
    for (int i = 0; i < steps; i++) {
      float[] one = plan.optimizer().coefficients(schedule, first + i);
      System.arraycopy(one, 0, values, i * width, width);
    }
    return Tensors.of(values, capacity, width);
  }

  /**
   * The result of some steps.
   *
   * @param state after them
   * @param trace of each step: fit, dispersion and action before its update
   */
  public record Steps(TrainingState state, float[][] trace) {}

  @Override
  public void close() {
    function.close();
    data.close();
  }
}

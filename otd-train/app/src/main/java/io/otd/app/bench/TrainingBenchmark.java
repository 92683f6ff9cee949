// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.program.Batches;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.core.internal.program.TrainingProgram;
import io.otd.core.internal.program.TrainingState;
import io.otd.paper.timing.StepOperations;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Times the training program on a shape: the first call separately, then repeated calls with the
 * same number of steps.
 *
 * @param nanoTime a clock of steady nanoseconds
 * @param processStartNanos the same clock's reading when the process started
 * @param warnings receives a warning if XLA cannot compile
 */
public record TrainingBenchmark(
    LongSupplier nanoTime, long processStartNanos, Consumer<String> warnings) {
  /**
   * The measurement.
   *
   * @param shape name of the shape
   * @param rows of a step
   * @param stepsPerCall steps of a timed call
   * @param millisBest a step, best of the calls
   * @param millisMedian a step, median of the calls
   * @param firstSeconds from the start of the process to the end of the first call
   * @param compiled whether XLA took the program
   * @param loss last score, for a look at whether it trains
   * @param operations of a step, see {@link StepOperations}
   */
  public record Measured(
      String shape,
      int rows,
      int stepsPerCall,
      double millisBest,
      double millisMedian,
      double firstSeconds,
      boolean compiled,
      double loss,
      StepOperations operations) {
    /** {@code 10^9} floating point operations per second in the best call. */
    public double gigaflops() {
      return operations.total() / (millisBest * 1e6);
    }
  }

  /**
   * Times a shape.
   *
   * @param shape what is trained
   * @param calls timed calls, at least 1
   */
  public Measured run(TrainingShape shape, int calls) {
    TrainingPlan plan = shape.plan();
    ParameterVector vector = new ParameterVector(plan.model().parameters());
    float[] x = new float[plan.rows() * plan.model().inputs()];
    float[] y = new float[plan.rows()];
    fill(plan, x, y);
    Schedule schedule = new Schedule.Constant(1e-3);
    int steps = shape.stepsPerCall();
    Batches batches = plan.batches().stream(0).of(0, steps);
    try (TrainingProgram program =
        new TrainingProgram(plan, x, y, steps, new Compiler(Compilation.XLA, warnings))) {
      TrainingState state =
          TrainingState.initial(vector.join(InitialValues.draw(plan.model().parameters(), 0)));
      long key = NoiseStream.TRAINING.key(0);
      TrainingProgram.Steps done = program.run(state, batches, schedule, key);
      double first = (nanoTime.getAsLong() - processStartNanos) / 1e9;
      double[] millis = new double[calls];
      for (int i = 0; i < calls; i++) {
        long from = nanoTime.getAsLong();
        done = program.run(done.state(), batches, schedule, key);
        millis[i] = (nanoTime.getAsLong() - from) / 1e6 / steps;
      }
      Arrays.sort(millis);
      float[] last = done.trace()[steps - 1];
      return new Measured(
          shape.name(),
          plan.batches().batchRows(),
          steps,
          millis[0],
          millis[calls / 2],
          first,
          program.runsCompiled(done.state(), batches, schedule),
          last[0] - last[1],
          StepOperations.of(plan));
    }
  }

  private static void fill(TrainingPlan plan, float[] x, float[] y) {
    SplittableRandom random = new SplittableRandom(1);
    int columns = plan.model().inputs();
    for (int i = 0; i < plan.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < columns; j++) {
        double value = random.nextDouble() * 2 - 1;
        x[i * columns + j] = (float) value;
        sum += value * (j + 1);
      }
      y[i] = (float) (Math.sin(3 * sum) + 0.1 * (random.nextDouble() - 0.5));
    }
  }
}

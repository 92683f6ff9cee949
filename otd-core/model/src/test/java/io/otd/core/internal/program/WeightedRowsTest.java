// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.optimizer.Schedule;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of weights 1, 2 and 3 against rows that are there as often. */
class WeightedRowsTest {
  private static final int ROWS = 12;
  private static final int STEPS = 6;

  private static final int[] REPEATED =
      IntStream.range(0, ROWS).flatMap(i -> IntStream.generate(() -> i).limit(1 + i % 3)).toArray();

  /** In units of their mean, 2. */
  private static float[] weights() {
    float[] weights = new float[ROWS];
    for (int i = 0; i < ROWS; i++) {
      weights[i] = (1 + i % 3) / 2f;
    }
    return weights;
  }

  private static TrainingProgram.Steps steps(TrainingProgram program, TrainingPlan plan) {
    return program.run(
        TrainingState.initial(Plans.parameters(plan.model())),
        plan.batches().stream(3).of(0, STEPS),
        new Schedule.Constant(0.01),
        Uniforms.key(5, 0));
  }

  private static TrainingProgram program(TrainingPlan plan, float[] x, float[] y, float[] weights) {
    return new TrainingProgram(
        plan, plan.rows(), x, y, weights, STEPS, new Compiler(Compilation.XLA, Plans::refuse));
  }

  /** All rows of a step share the masks, so the steps are the same up to rounding. */
  @Test
  void a_step_over_rows_with_weights_is_one_over_repeated_rows() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), ROWS, ROWS).weighted(true);
    TrainingPlan all = Plans.plan(Plans.transported(1), REPEATED.length, REPEATED.length);
    float[] x = new float[REPEATED.length * Plans.INPUTS];
    float[] y = new float[REPEATED.length];
    for (int i = 0; i < REPEATED.length; i++) {
      System.arraycopy(
          Plans.x(ROWS), REPEATED[i] * Plans.INPUTS, x, i * Plans.INPUTS, Plans.INPUTS);
      y[i] = Plans.y(ROWS)[REPEATED[i]];
    }
    try (TrainingProgram weighted = program(plan, Plans.x(ROWS), Plans.y(ROWS), weights());
        TrainingProgram repeated = program(all, x, y, new float[0]);
        TrainingProgram plain =
            program(plan.weighted(false), Plans.x(ROWS), Plans.y(ROWS), new float[0])) {
      float[] got = steps(weighted, plan).state().parameters();
      float[] want = steps(repeated, all).state().parameters();
      float[] without = steps(plain, plan.weighted(false)).state().parameters();
      assertThat(distance(got, want)).isLessThan(1e-4);
      assertThat(distance(without, want)).isGreaterThan(1e-2);
    }
  }

  private static double distance(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.abs(a[i] - b[i])).max().orElseThrow();
  }

  /** Twice the loss has twice the gradient, of which the optimiser sees the direction alone. */
  @Test
  void the_score_of_a_batch_is_the_mean_of_its_rows_times_their_weights() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), ROWS, 5).weighted(true);
    float[] twice = new float[ROWS];
    Arrays.fill(twice, 2);
    try (TrainingProgram weighted = program(plan, Plans.x(ROWS), Plans.y(ROWS), twice);
        TrainingProgram plain =
            program(plan.weighted(false), Plans.x(ROWS), Plans.y(ROWS), new float[0])) {
      float[] got = steps(weighted, plan).trace()[0];
      float[] want = steps(plain, plan.weighted(false)).trace()[0];
      assertThat(got[0]).isCloseTo(2 * want[0], within(1e-5f));
      assertThat(got[1]).isCloseTo(2 * want[1], within(1e-5f));
      assertThat(got[2]).isEqualTo(want[2]);
    }
  }

  @Test
  void weights_of_rows_read_for_each_call_train_as_those_of_rows_in_memory() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), ROWS, 5).weighted(true);
    StoredRows stored =
        (rows, count, x, y) -> {
          for (int i = 0; i < count; i++) {
            System.arraycopy(
                Plans.x(ROWS), rows[i] * Plans.INPUTS, x, i * Plans.INPUTS, Plans.INPUTS);
            y[i] = Plans.y(ROWS)[rows[i]];
          }
        };
    try (TrainingProgram whole = program(plan, Plans.x(ROWS), Plans.y(ROWS), weights());
        TrainingProgram read =
            new TrainingProgram(
                plan, stored, weights(), STEPS, new Compiler(Compilation.XLA, Plans::refuse))) {
      assertThat(steps(read, plan).state().parameters())
          .isEqualTo(steps(whole, plan).state().parameters());
    }
  }

  @Test
  void a_plan_with_weights_needs_one_of_each_row() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), ROWS, 5).weighted(true);
    assertThatThrownBy(() -> program(plan, Plans.x(ROWS), Plans.y(ROWS), new float[3]))
        .hasMessage("weights: 3 values (expected: 12 rows of 1)");
    assertThatThrownBy(() -> program(plan.weighted(false), Plans.x(ROWS), Plans.y(ROWS), weights()))
        .hasMessage("weights: 12 values (expected: 0 rows of 1)");
  }
}

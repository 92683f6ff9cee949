// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.optimizer.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredRowsTest {
  private static final int ROWS = 23;
  private static final int CAPACITY = 6;

  /** The rows of {@link Plans}, and the number read in each call. */
  private static StoredRows stored(List<Integer> asked) {
    float[] allX = Plans.x(ROWS);
    float[] allY = Plans.y(ROWS);
    return (rows, count, x, y) -> {
      asked.add(count);
      for (int i = 0; i < count; i++) {
        System.arraycopy(allX, rows[i] * Plans.INPUTS, x, i * Plans.INPUTS, Plans.INPUTS);
        y[i] = allY[rows[i]];
      }
    };
  }

  private static TrainingProgram.Steps run(TrainingProgram program, TrainingPlan plan) {
    TrainingState state = TrainingState.initial(Plans.parameters(plan.model()));
    List<float[]> trace = new ArrayList<>();
    for (int from : new int[] {0, 6, 10}) {
      int count = from == 6 ? 4 : CAPACITY;
      TrainingProgram.Steps steps =
          program.run(
              state,
              plan.batches().stream(99).of(from, count),
              new Schedule.Constant(0.01),
              Uniforms.key(5, 0));
      state = steps.state();
      trace.addAll(List.of(steps.trace()));
    }
    return new TrainingProgram.Steps(state, trace.toArray(float[][]::new));
  }

  @Test
  void rows_read_for_each_call_train_bit_identically_to_rows_in_memory() {
    TrainingPlan plan = Plans.averaging(Plans.plan(Plans.transported(1), ROWS, 5), 0.9);
    List<Integer> asked = new ArrayList<>();
    try (TrainingProgram whole = Plans.program(plan, CAPACITY, Compilation.XLA);
        TrainingProgram read =
            new TrainingProgram(
                plan,
                stored(asked),
                new float[0],
                CAPACITY,
                new Compiler(Compilation.XLA, Plans::refuse))) {
      TrainingProgram.Steps want = run(whole, plan);
      TrainingProgram.Steps got = run(read, plan);
      assertThat(got.trace()).isDeepEqualTo(want.trace());
      assertThat(got.state().parameters()).isEqualTo(want.state().parameters());
      assertThat(got.state().secondMoment()).isEqualTo(want.state().secondMoment());
      assertThat(got.state().average()).isEqualTo(want.state().average());
    }
    assertThat(asked).containsExactly(30, 20, 30);
  }

  @Test
  void full_batches_need_all_rows_in_memory() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), ROWS, ROWS);
    assertThatThrownBy(
            () ->
                new TrainingProgram(
                    plan,
                    stored(new ArrayList<>()),
                    new float[0],
                    CAPACITY,
                    new Compiler(Compilation.XLA, Plans::refuse)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("23 rows")
        .hasMessageContaining("fewer than all 23");
  }
}

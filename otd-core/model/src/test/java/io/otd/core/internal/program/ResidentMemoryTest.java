// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.ResidentMemory;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.optimizer.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native memory outside the Java heap must not grow with the calls. */
@Tag("jdk")
@Tag("long")
class ResidentMemoryTest {
  @TempDir Path folder;

  /** One index matrix, trace or sample that a call leaks would be 50 MB or more. */
  @Test
  void ten_thousand_calls_take_no_more_memory_than_one_thousand() throws Exception {
    long grown = ResidentMemory.printedBy(Calls.class, 128, folder.resolve("log"), List.of());
    assertThat(grown).isLessThan(32L << 20);
  }

  /** Prints the growth of the memory in bytes. */
  static final class Calls {
    private Calls() {}

    public static void main(String[] args) throws IOException {
      int rows = 300;
      TrainingPlan plan = Plans.plan(Plans.DROPOUT, rows, 2);
      try (TrainingProgram program = Plans.program(plan, 1024, Compilation.XLA);
          SamplingProgram sampling =
              new SamplingProgram(
                  plan.model(),
                  200,
                  8,
                  DrawDesign.LATIN_HYPERCUBE,
                  new Compiler(Compilation.XLA, Plans::refuse))) {
        TrainingState state = TrainingState.initial(Plans.parameters(plan.model()));
        long early = 0;
        for (int call = 1; call <= 10_000; call++) {
          Batches batches = Batches.of(List.of(new int[] {call % rows, 0}), 2);
          state = program.run(state, batches, new Schedule.Constant(1e-4), 1).state();
          sampling.sample(state.parameters(), Plans.x(8), call);
          if (call == 1_000) {
            early = ResidentMemory.now();
          }
        }
        if (!state.isFinite()) {
          throw new AssertionError("the state is not finite");
        }
        System.out.println(ResidentMemory.now() - early);
      }
    }
  }
}

package io.otd.core.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.core.graph.Compilation;
import io.otd.core.optimizer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Native memory that Java does not see must not grow with the calls. */
class ResidentMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");

  /** One index matrix, trace or sample left behind a call would be 50 MB or more. */
  @Test
  void tenThousandCallsTakeNoMoreMemoryThanOneThousand() throws IOException {
    assumeTrue(Files.isReadable(STATUS), "no " + STATUS + " on this system");
    int rows = 300;
    TrainingPlan plan = Plans.plan(Plans.DROPOUT, rows, 2);
    try (TrainingProgram program = Plans.program(plan, 1024, Compilation.XLA);
        SamplingProgram sampling =
            new SamplingProgram(plan.model(), 200, 8, Compilation.XLA, Plans::refuse)) {
      TrainingState state = TrainingState.initial(Plans.parameters(plan.model()));
      long early = 0;
      for (int call = 1; call <= 10_000; call++) {
        Batches batches = Batches.of(java.util.List.of(new int[] {call % rows, 0}), 2);
        state = program.run(state, batches, new Schedule.Constant(1e-4), 1).state();
        sampling.sample(state.parameters(), Plans.x(8), call);
        if (call == 1_000) {
          early = residentKilobytes();
        }
      }
      assertThat(state.isFinite()).isTrue();
      assertThat(residentKilobytes() - early).isLessThan(32 * 1024);
    }
  }

  private static long residentKilobytes() throws IOException {
    System.gc();
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}

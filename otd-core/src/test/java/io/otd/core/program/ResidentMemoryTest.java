package io.otd.core.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.core.graph.Compilation;
import io.otd.core.optimizer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native memory that Java does not see must not grow with the calls. */
class ResidentMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");

  @TempDir Path folder;

  /**
   * One index matrix, trace or sample left behind a call would be 50 MB or more. Measured in a
   * process of its own, whose heap is all there from the start: another heap takes memory of the
   * system as garbage comes, the more the larger the machine.
   */
  @Test
  void tenThousandCallsTakeNoMoreMemoryThanOneThousand() throws Exception {
    assumeTrue(Files.isReadable(STATUS), "no " + STATUS + " on this system");
    Path log = folder.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms128m",
            "-Xmx128m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "-Dorg.bytedeco.javacpp.maxphysicalbytes=0",
            "-cp",
            System.getProperty("java.class.path"),
            Calls.class.getName());
    // Else each thread may have an arena of its own, and there are more threads on more cores.
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process process = builder.redirectError(log.toFile()).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    assertThat(Long.parseLong(lines.get(lines.size() - 1))).isLessThan(32 * 1024);
  }

  /** Prints by how many kilobytes the memory grew. */
  static final class Calls {
    private Calls() {}

    public static void main(String[] args) throws IOException {
      int rows = 300;
      TrainingPlan plan = Plans.plan(Plans.DROPOUT, rows, 2);
      try (TrainingProgram program = Plans.program(plan, 1024, Compilation.XLA);
          SamplingProgram sampling =
              new SamplingProgram(plan.model(), 200, 8, Compilation.XLA, Plans::refuse)) {
        TrainingState state = TrainingState.initial(Plans.parameters(plan.model()));
        long early = 0;
        for (int call = 1; call <= 10_000; call++) {
          Batches batches = Batches.of(List.of(new int[] {call % rows, 0}), 2);
          state = program.run(state, batches, new Schedule.Constant(1e-4), 1).state();
          sampling.sample(state.parameters(), Plans.x(8), call);
          if (call == 1_000) {
            early = residentKilobytes();
          }
        }
        if (!state.isFinite()) {
          throw new AssertionError("the state is not finite");
        }
        System.out.println(residentKilobytes() - early);
      }
    }
  }

  private static long residentKilobytes() throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}

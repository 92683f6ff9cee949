package io.otd.train.cli;

import io.otd.core.program.TrainingPlan;
import io.otd.train.bench.TrainingBenchmark;
import io.otd.train.bench.TrainingShape;
import io.otd.train.problem.InputException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times the training program. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = "Time training steps: best and median of some calls, the first one apart.",
    footerHeading = "%nExample:%n",
    footer = "  otd bench train --shape gl --json")
final class BenchTrainCommand extends OtdCommand {
  @Option(
      names = "--shape",
      defaultValue = "bimodal",
      description = "bimodal, rom, gl or table (default: ${DEFAULT-VALUE}).")
  private String shape = "bimodal";

  @Option(
      names = "--calls",
      defaultValue = "10",
      description = "Timed calls of the program (default: ${DEFAULT-VALUE}).")
  private int calls = 10;

  BenchTrainCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() {
    Arguments.atLeast("--calls", calls, 1);
    TrainingShape timed = timed();
    TrainingPlan plan = timed.plan();
    NativeFlags.set(
        NativeFlags.largestProduct(plan.model(), plan.loss().draws(), plan.batches().batchRows()));
    long sinceStart =
        System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    TrainingBenchmark.Measured m =
        new TrainingBenchmark(
                System::nanoTime, System.nanoTime() - sinceStart * 1_000_000, console()::warn)
            .run(timed, calls);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("shape", m.shape());
    answer.put("rows", m.rows());
    answer.put("steps_per_call", m.stepsPerCall());
    answer.put("ms_best", m.millisBest());
    answer.put("ms_median", m.millisMedian());
    answer.put("first_s", m.firstSeconds());
    answer.put("xla", m.compiled());
    answer.put("flags", NativeFlags.inForce());
    answer.put("loss", m.loss());
    answer.forEach((name, value) -> say("%-15s %s".formatted(name, value)));
    return Answer.ok(answer);
  }

  private TrainingShape timed() {
    return TrainingShape.named(shape)
        .orElseThrow(
            () ->
                new InputException(
                    "--shape: %s (expected: one of %s)"
                        .formatted(
                            shape,
                            TrainingShape.all().stream()
                                .map(TrainingShape::name)
                                .collect(Collectors.joining(", ")))));
  }
}

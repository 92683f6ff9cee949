// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.command.PrecisionOption;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.table.problem.InputException;
import io.otd.train.internal.platform.NativeFlags;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Times the training program. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Time training steps.",
      "Shows best and median call; the first call, which compiles, is separate. "
          + "product_gflops is the rate of matrix products with the same threads and "
          + "flags."
    },
    footerHeading = "%nExample:%n",
    footer = "  otd bench train --shape gl --rows 4096,8192 --json")
final class BenchTrainCommand extends OtdCommand {
  @Option(
      names = "--shape",
      defaultValue = "bimodal",
      description =
          "Shape of network and data: bimodal, rom, gl or table. Default: ${DEFAULT-VALUE}.",
      paramLabel = "NAME")
  private String shape = "bimodal";

  @Option(
      names = "--calls",
      defaultValue = "10",
      description = "Number of timed calls of the training program. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int calls = 10;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      description = "Rows per step; one measurement for each value. Default: those of the shape.")
  private List<Integer> rows = List.of();

  @Mixin private PrecisionOption precision = new PrecisionOption();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps per call. Default: those of the shape, fewer with more rows.")
  private @Nullable Integer steps;

  BenchTrainCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() {
    Arguments.atLeast("--calls", calls, 1);
    rows.forEach(n -> Arguments.atLeast("--rows", n, 1));
    List<TrainingShape> shapes = shapes();
    TrainingPlan first = shapes.get(0).plan();
    NativeFlags.set(
        NativeFlags.largestProduct(
            first.model(), first.loss().draws(), first.batches().batchRows()));
    long sinceStart =
        System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    Precision products = precision.precision(console());
    TrainingBenchmark benchmark =
        new TrainingBenchmark(
            System::nanoTime, System.nanoTime() - sinceStart * 1_000_000, console()::warn);
    List<Map<String, Object>> all = new ArrayList<>();
    for (TrainingShape single : shapes) {
      TrainingShape shape = single.with(products);
      TrainingBenchmark.Measured measured = benchmark.run(shape, calls);
      Map<String, Object> answer =
          json(
              measured,
              products,
              ProductRate.beside(shape.plan(), System::nanoTime, console()::warn));
      answer.forEach((name, value) -> say("%-18s %s".formatted(name, value)));
      all.add(answer);
    }
    return Answer.ok(all.size() == 1 ? all.get(0) : Map.of("train", all));
  }

  private static Map<String, Object> json(
      TrainingBenchmark.Measured m, Precision precision, ProductRate products) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("shape", m.shape());
    answer.put("rows", m.rows());
    answer.put("precision", PrecisionOption.text(precision));
    answer.put("steps_per_call", m.stepsPerCall());
    answer.put("ms_best", m.millisBest());
    answer.put("ms_median", m.millisMedian());
    answer.put("first_s", m.firstSeconds());
    answer.put("xla", m.compiled());
    answer.put("flags", NativeFlags.inForce());
    answer.put("loss", m.loss());
    answer.put("gflop", m.operations().total() / 1e9);
    answer.put("gflop_velocity", m.operations().velocity() / 1e9);
    answer.put("gflops", m.gigaflops());
    answer.put("product", List.of(products.rows(), products.width()));
    answer.put("product_gflops", products.gigaflops());
    answer.put("share", m.gigaflops() / products.gigaflops());
    return answer;
  }

  private List<TrainingShape> shapes() {
    TrainingShape timed = timed();
    List<TrainingShape> sized =
        rows.isEmpty() ? List.of(timed) : rows.stream().map(timed::withRows).toList();
    if (steps == null) {
      return sized;
    }
    int count = steps;
    Arguments.atLeast("--steps", count, 1);
    return sized.stream().map(s -> new TrainingShape(s.name(), s.plan(), count)).toList();
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

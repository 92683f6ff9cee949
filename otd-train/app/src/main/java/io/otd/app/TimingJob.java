// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.experiment.Scale;
import io.otd.paper.timing.TimingConfiguration;
import io.otd.paper.timing.TimingReport;
import io.otd.paper.timing.TimingResult;
import io.otd.paper.timing.TimingSizes;
import io.otd.paper.timing.TimingSweep;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.study.StudyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs the paper's timing sweep. */
final class TimingJob {
  /** Its name among the experiments. */
  static final String ID = "timing";

  /**
   * The conditions that do not change from one call to the next, which determine whether a time is
   * still valid.
   */
  private static final List<String> DEPENDS =
      List.of("OTD", "TensorFlow", "machine", "native flags", PrecisionOption.ORIGIN);

  private final Console console;
  private final Consumer<String> say;

  /**
   * A job for one command.
   *
   * @param console for notes and warnings
   * @param say receives the answer's lines
   */
  TimingJob(Console console, Consumer<String> say) {
    this.console = console;
    this.say = say;
  }

  /**
   * The request.
   *
   * @param scale quick, reduced or paper
   * @param precision of wide layers
   * @param seeds of the runs, at least one
   * @param out directory of the results
   * @param resume whether what is finished there counts
   * @param again the command that continues after an interruption
   * @param command the same in words, without the directory
   */
  record Request(
      Scale scale,
      PrecisionOption precision,
      List<Long> seeds,
      Path out,
      boolean resume,
      String again,
      String command) {}

  /** What it is, in a few lines. */
  static List<String> described() {
    return List.of(
        "%-15sTiming sweep".formatted(ID),
        "%-15sreproduces: the table and the figure of timings".formatted(""),
        "%-15s%s configurations, one after another"
            .formatted("", TimingConfiguration.all().size()));
  }

  /**
   * Runs it.
   *
   * @param request to answer
   * @param origins machine and versions; read after the native flags are set
   */
  Answer run(Request request, Supplier<Map<String, String>> origins) throws IOException {
    Scale scale = RecipeRunsJob.requireNotLarge(request.scale());
    TrainingPlan plan = TimingConfiguration.REFERENCE.plan(TimingSizes.of(scale));
    NativeFlags.set(
        NativeFlags.largestProduct(plan.model(), plan.loss().draws(), plan.batches().batchRows()));
    console.interruption().guard();
    Map<String, String> depends = new LinkedHashMap<>(Map.of("scale", scale.label()));
    origins.get().forEach((name, value) -> put(depends, name, value));
    Optional<TimingResult> result =
        new TimingSweep(
                scale,
                request.precision().precision(console),
                request.seeds(),
                new StudyFiles(
                    request.out().resolve("runs"), depends, request.resume(), console::note),
                System::nanoTime,
                console.interruption()::requested,
                console::note,
                console::warn)
            .run();
    return result.isPresent() ? written(result.get(), request, origins.get()) : stopped(request);
  }

  private static void put(Map<String, String> depends, String name, String value) {
    if (DEPENDS.contains(name)) {
      depends.put(name, value);
    }
  }

  private Answer written(TimingResult result, Request request, Map<String, String> where)
      throws IOException {
    Map<String, String> origin = new LinkedHashMap<>(Map.of("command", request.command()));
    origin.putAll(where);
    Path directory = request.out();
    Files.createDirectories(directory);
    TimingReport report = new TimingReport(result);
    Map<String, Object> json = result.json(origin);
    report.bars().write(directory.resolve("timing.png"));
    ResultFile.write(directory, json, report.page(origin), say);
    say.accept("see " + directory.resolve(RunDirectory.REPORT));
    return Answer.ok(json);
  }

  private Answer stopped(Request request) {
    return Answer.interrupted(
        "stopped; finished timings are in " + request.out().resolve("runs"),
        request.out(),
        Map.of(),
        request.again(),
        say);
  }
}

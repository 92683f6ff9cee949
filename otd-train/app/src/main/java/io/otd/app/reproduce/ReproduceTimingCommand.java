// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.PrecisionOption;
import io.otd.app.train.ResultFile;
import io.otd.core.internal.program.TrainingPlan;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the paper's timing sweep. */
@Command(
    name = ReproduceTimingCommand.ID,
    mixinStandardHelpOptions = true,
    description =
        "Time training steps while one setting after another is varied. Needs the whole machine.")
final class ReproduceTimingCommand extends StudyCommand {
  static final String ID = "timing";

  /**
   * The conditions that do not change from one call to the next, which determine whether a time is
   * still valid.
   */
  private static final List<String> DEPENDS =
      List.of("OTD", "TensorFlow", "machine", "native flags", PrecisionOption.ORIGIN);

  @Mixin private SeedOptions seeds = new SeedOptions();

  @Mixin private PrecisionOption precision = new PrecisionOption();

  @Mixin private ConsentOption consent = new ConsentOption();

  ReproduceTimingCommand(Console console) {
    super(console, ID, ScaleOption.WITHOUT_LARGE);
  }

  /** What it is, in a few lines. */
  static List<String> described() {
    return List.of(
        "%-15sTiming sweep".formatted(ID),
        "%-15sreproduces: the table and the figure of timings".formatted(""),
        "%-15s%s configurations, one after another"
            .formatted("", TimingConfiguration.all().size()));
  }

  @Override
  Answer study() throws IOException {
    List<Long> each = seeds.list();
    consent.require(this);
    TrainingPlan plan = TimingConfiguration.REFERENCE.plan(TimingSizes.of(scale()));
    NativeFlags.set(
        NativeFlags.largestProduct(plan.model(), plan.loss().draws(), plan.batches().batchRows()));
    console().interruption().guard();
    Path runs = directory().resolve("runs");
    Optional<TimingResult> result =
        new TimingSweep(
                scale(),
                precision.precision(console()),
                each,
                new StudyFiles(runs, depends(origin(precision.text()), DEPENDS), console()::note),
                System::nanoTime,
                console().interruption()::requested,
                console()::note,
                console()::warn)
            .run();
    return result.isPresent() ? written(result.get()) : stopped(runs);
  }

  private Answer written(TimingResult result) throws IOException {
    Map<String, String> origin =
        made(seeds.arguments() + precision.argument(), origin(precision.text()));
    Path directory = directory();
    Files.createDirectories(directory);
    TimingReport report = new TimingReport(result);
    Map<String, Object> json = result.json(origin);
    report.bars().write(directory.resolve("timing.png"));
    ResultFile.write(directory, json, report.page(origin), this::say);
    say("see " + directory.resolve(RunDirectory.REPORT));
    return Answer.ok(json);
  }
}

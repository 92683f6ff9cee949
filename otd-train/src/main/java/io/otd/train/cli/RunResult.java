package io.otd.train.cli;

import io.otd.core.trained.TrainedMember;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.config.Settings;
import io.otd.train.report.RunReport;
import io.otd.train.report.SplitSizes;
import io.otd.train.tabular.RunDirectory;
import io.otd.train.tabular.TabularData;
import io.otd.train.tabular.TabularTraining;
import io.otd.train.tabular.TestResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a finished run leaves behind and says.
 *
 * @param run its directory
 * @param settings of the run
 * @param data the table
 * @param result of the training
 */
record RunResult(
    RunDirectory run, Settings settings, TabularData data, TabularTraining.Result result) {
  /** Writes the report and the result, and tells a reader. */
  Answer publish(Consumer<String> say) throws IOException {
    if (result.test().isPresent()) {
      report(result.test().get()).write(run.report());
    }
    Map<String, Object> json = json();
    run.finish(JsonText.of(json));
    result
        .test()
        .ifPresent(
            test ->
                ScoreText.lines(
                        "test (%d rows, target units)".formatted(test.numbers().length),
                        test.scores())
                    .forEach(say));
    say.accept("spread     draws scaled by " + spreads());
    if (result.test().isPresent()) {
      say.accept("report     " + run.report());
    }
    say.accept("model      " + run.path());
    say.accept("next       otd predict " + run.path() + " --data FILE.csv");
    say.accept("           otd export " + run.path() + " --to DIR");
    return Answer.ok(json);
  }

  private String spreads() {
    List<String> factors =
        (data.plan().apart()
                ? result.model().members().stream().map(TrainedMember::spread)
                : Stream.of(result.model().spread()))
            .map(spread -> String.format(Locale.ROOT, "%.3f", spread.factor()))
            .toList();
    return String.join(", ", factors) + (factors.size() == 1 ? "" : ", each member's own");
  }

  private RunReport report(TestResult test) {
    return new RunReport(
        RunText.name(data),
        data.schema(),
        new SplitSizes(
            data.split().train().length,
            data.memberRows().get(0).validation().length,
            data.split().test().length,
            data.split().calibration().length),
        result.model().provenance().settings(),
        result.snapshots().stream().map(TrainingSnapshot::history).toList(),
        test,
        result.model().calibration(),
        result.model().metrics(),
        result.model().provenance());
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "completed");
    json.put("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
    json.put("directory", run.path().toString());
    if (result.test().isPresent()) {
      json.put("report", run.report().toString());
    }
    Map<String, Object> rows = new LinkedHashMap<>();
    rows.put("train", data.split().train().length);
    rows.put("validation", data.memberRows().get(0).validation().length);
    rows.put("test", data.split().test().length);
    rows.put("calibration", data.split().calibration().length);
    json.put("rows", rows);
    json.put("method", settings.model().method().name().toLowerCase(Locale.ROOT));
    json.put("steps", steps(result.snapshots()));
    if (result.snapshots().size() == 1) {
      json.put("best_step", result.snapshots().get(0).bestStep());
    } else {
      json.put("members", members());
    }
    Double validation = result.model().metrics().get(TabularTraining.VALIDATION_SCORE);
    if (validation != null) {
      json.put("validation_score", validation);
    }
    json.put("spread_factor", result.model().spread().factor());
    result
        .test()
        .ifPresent(
            test -> {
              test.scores().put("test", json);
              test.uncalibrated().put("test_uncalibrated", json);
            });
    return json;
  }

  private static long steps(List<TrainingSnapshot> snapshots) {
    return snapshots.stream().mapToLong(TrainingSnapshot::step).sum();
  }

  private List<Map<String, Object>> members() {
    List<Map<String, Object>> members = new ArrayList<>();
    for (int m = 0; m < result.snapshots().size(); m++) {
      TrainingSnapshot snapshot = result.snapshots().get(m);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("steps", snapshot.step());
      json.put("best_step", snapshot.bestStep());
      json.put("validation_score", snapshot.bestScore());
      json.put("spread_factor", result.model().members().get(m).spread().factor());
      members.add(json);
    }
    return members;
  }

  /** The answer of a run that was stopped. */
  static Map<String, Object> interrupted(Path directory, List<TrainingSnapshot> snapshots) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.put("steps", steps(snapshots));
    json.put("resume", "otd train --resume " + directory);
    return json;
  }
}

package io.otd.train.cli;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

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
    say.accept(
        String.format(
            Locale.ROOT, "spread     draws scaled by %.3f", result.model().spread().factor()));
    if (result.test().isPresent()) {
      say.accept("report     " + run.report());
    }
    say.accept("model      " + run.path());
    say.accept("next       otd predict " + run.path() + " --data FILE.csv");
    say.accept("           otd export " + run.path() + " --to DIR");
    return Answer.ok(json);
  }

  private RunReport report(TestResult test) {
    return new RunReport(
        RunText.name(data),
        data.schema(),
        new SplitSizes(
            data.split().train().length,
            data.split().validation().length,
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
    rows.put("validation", data.split().validation().length);
    rows.put("test", data.split().test().length);
    rows.put("calibration", data.split().calibration().length);
    json.put("rows", rows);
    json.put("method", settings.model().method().name().toLowerCase(Locale.ROOT));
    json.put("epochs", epochs(result.snapshots()));
    if (result.snapshots().size() == 1) {
      json.put("best_epoch", result.snapshots().get(0).bestEpoch());
    } else {
      json.put("members", result.snapshots().stream().map(RunResult::member).toList());
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

  private static int epochs(List<TrainingSnapshot> snapshots) {
    return snapshots.stream().mapToInt(TrainingSnapshot::epoch).sum();
  }

  private static Map<String, Object> member(TrainingSnapshot snapshot) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("epochs", snapshot.epoch());
    json.put("best_epoch", snapshot.bestEpoch());
    json.put("validation_score", snapshot.bestScore());
    return json;
  }

  /** The answer of a run that was stopped. */
  static Map<String, Object> interrupted(Path directory, List<TrainingSnapshot> snapshots) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.put("epochs", epochs(snapshots));
    json.put("resume", "otd train --resume " + directory);
    return json;
  }
}

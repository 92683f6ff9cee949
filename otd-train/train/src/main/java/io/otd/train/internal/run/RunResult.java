// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.trained.TrainedKind;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.table.internal.split.MemberRows;
import io.otd.train.explanation.Explanation;
import io.otd.train.internal.fit.PreparedTable;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.report.RunReport;
import io.otd.train.internal.report.SplitSizes;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.LeftOut;
import io.otd.train.internal.result.TestResult;
import io.otd.train.internal.result.TestRows;
import io.otd.train.internal.result.TestRowsFile;
import io.otd.train.internal.result.TrainingCurveFile;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run gave, and what it leaves in its directory beside the model: {@code metrics.csv},
 * {@code test.csv}, {@code report.html} and, when all else is written, {@code result.json}.
 *
 * @param run its directory
 * @param settings of the run
 * @param data the table
 * @param training what training gave
 */
public record RunResult(
    RunDirectory run, Settings settings, PreparedTable data, TableFit.Result training) {
  /** Whether the run was stopped and can go on. */
  public boolean interrupted() {
    return training.outcome() == TrainingOutcome.INTERRUPTED;
  }

  /**
   * Writes everything; the run has come to its end then.
   *
   * @param explanation of the model, for the report, if there is one
   * @throws IOException if a file cannot be written
   */
  public void write(Optional<Explanation> explanation) throws IOException {
    run.write(TrainingCurveFile.NAME, TrainingCurveFile.csv(training.snapshots()));
    Optional<TestRows> test = testRows();
    if (training.test().isPresent() && test.isPresent()) {
      run.write(TestRowsFile.NAME, TestRowsFile.csv(test.get()));
      report(training.test().get(), explanation).write(run.report());
    }
    run.finish(JsonText.of(json()));
  }

  private Optional<TestRows> testRows() {
    return training.test().map(t -> t.stored(data.schema().targetNames()));
  }

  private RunReport report(TestResult test, Optional<Explanation> explanation) {
    return new RunReport(
        data.name(),
        data.schema(),
        sizes(),
        training.model().provenance().settings(),
        training.snapshots().stream().map(TrainingSnapshot::history).toList(),
        test,
        training.model().calibration(),
        training.model().metrics(),
        training.model().provenance(),
        explanation);
  }

  /**
   * Rows of each part. Where members hold out rows of their own, training and validation rows are
   * the first one's: together they are the rows that are learned from.
   */
  private SplitSizes sizes() {
    MemberRows member = data.memberRows().get(0);
    return new SplitSizes(
        member.train().length,
        member.validation().length,
        data.split().test().length,
        data.split().calibration().length);
  }

  /** Everything but the numbers of single rows, as {@code result.json} has it. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "completed");
    json.put("stopped_early", training.outcome() == TrainingOutcome.STOPPED_EARLY);
    json.put("directory", run.path().toString());
    training.test().ifPresent(test -> json.put("report", run.report().toString()));
    json.put("targets", data.schema().targetNames());
    json.put("rows", sizes().json());
    json.put("method", settings.model().method().label());
    json.put("steps", training.snapshots().stream().mapToLong(TrainingSnapshot::step).sum());
    if (training.snapshots().size() == 1) {
      json.put("best_step", training.snapshots().get(0).bestStep());
    } else {
      json.put("members", members());
    }
    Double validation = training.model().metrics().get(TableFit.VALIDATION_SCORE);
    if (validation != null) {
      json.put("validation_score", validation);
    }
    LeftOut.of(training.model().metrics()).ifPresent(left -> json.put("left_out", left.json()));
    json.put("spread_factor", training.model().spread().factor());
    if (!settings.model().kinds().isEmpty()) {
      json.put("kinds", kinds());
    }
    training
        .test()
        .ifPresent(
            test -> {
              test.scores().put("test", json);
              test.uncalibrated().put("test_uncalibrated", json);
            });
    testRows().ifPresent(test -> json.put("test_rows_sha256", test.sha256()));
    json.put("provenance", ModelProvenance.json(training.model().provenance()));
    json.put("settings", SettingsJson.of(training.model().provenance().settings()));
    return json;
  }

  private List<Map<String, Object>> kinds() {
    return training.model().kinds().stream().map(RunResult::kind).toList();
  }

  private static Map<String, Object> kind(TrainedKind kind) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("method", kind.name());
    json.put("weight", kind.weight());
    json.put("spread_factors", kind.members().stream().map(m -> m.spread().factor()).toList());
    return json;
  }

  private List<Map<String, Object>> members() {
    List<Map<String, Object>> members = new ArrayList<>();
    for (int m = 0; m < training.snapshots().size(); m++) {
      TrainingSnapshot snapshot = training.snapshots().get(m);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("steps", snapshot.step());
      json.put("best_step", snapshot.bestStep());
      json.put("validation_score", snapshot.bestScore());
      if (settings.model().kinds().isEmpty()) {
        json.put("spread_factor", training.model().members().get(m).spread().factor());
      }
      members.add(json);
    }
    return members;
  }
}

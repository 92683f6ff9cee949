// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.table.internal.split.MemberRows;
import io.otd.train.explanation.Explanation;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.preparation.FieldLayout;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.report.RunReport;
import io.otd.train.internal.report.SplitSizes;
import io.otd.train.internal.result.Improvement;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.Omissions;
import io.otd.train.internal.result.PredictionScores;
import io.otd.train.internal.result.TestResult;
import io.otd.train.internal.result.TestRows;
import io.otd.train.internal.result.TestRowsFile;
import io.otd.train.internal.result.TrainingCurveFile;
import io.otd.train.internal.result.ValidationEstimate;
import io.otd.train.internal.verdict.Finding;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The results of a run, and the files in its directory besides the model: {@code metrics.csv},
 * {@code test.csv}, {@code report.html} and, written last, {@code result.json}.
 */
public final class RunResult {
  private final RunDirectory run;
  private final Settings settings;
  private final PreparedTable data;
  private final TableFit.Result training;
  private List<Finding> findings = List.of();

  /**
   * The result of a run in its directory.
   *
   * @param training result of training
   */
  public RunResult(
      RunDirectory run, Settings settings, PreparedTable data, TableFit.Result training) {
    this.run = run;
    this.settings = settings;
    this.data = data;
    this.training = training;
  }

  /** The result of training. */
  public TableFit.Result training() {
    return training;
  }

  /** Whether the run was stopped and can be resumed. */
  public boolean interrupted() {
    return training.outcome() == TrainingOutcome.INTERRUPTED;
  }

  /**
   * Writes everything, which ends the run.
   *
   * @param explanation of the model, for the report, if there is one
   * @throws IOException if a file cannot be written
   */
  public void write(Optional<Explanation> explanation) throws IOException {
    run.write(TrainingCurveFile.NAME, TrainingCurveFile.csv(training.snapshots()));
    Optional<TestRows> test = testRows();
    if (training.test().isPresent() && test.isPresent()) {
      run.write(TestRowsFile.NAME, TestRowsFile.csv(test.get()));
      RunReport report = report(training.test().get(), explanation);
      report.write(run.report());
      findings = report.verdict().findings();
    }
    run.finish(JsonText.of(json()));
  }

  /** What the test rows say about the model; nothing without test rows, or before the end. */
  public List<Finding> findings() {
    return findings;
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
        histories(),
        test,
        training.model().calibration(),
        training.model().metrics(),
        training.model().provenance(),
        explanation,
        data.fields().map(FieldLayout::at));
  }

  private Map<String, List<List<TrainingSnapshot.Point>>> histories() {
    Map<String, List<List<TrainingSnapshot.Point>>> histories = new LinkedHashMap<>();
    for (int i = 0; i < training.snapshots().size(); i++) {
      histories
          .computeIfAbsent(training.components().get(i), name -> new ArrayList<>())
          .add(training.snapshots().get(i).history());
    }
    return histories;
  }

  /**
   * Rows of each part. If members hold out different rows, training and validation rows are those
   * of the first member: together they are the rows used for training.
   */
  private SplitSizes sizes() {
    MemberRows member = data.memberRows().get(0);
    return new SplitSizes(
        member.train().length,
        member.validation().length,
        data.split().test().length,
        data.split().calibration().length);
  }

  /** Everything except the numbers of single rows, as in {@code result.json}. */
  public Map<String, Object> json() {
    List<TrainingSnapshot> snapshots = training.snapshots();
    boolean lone = snapshots.size() == 1;
    boolean pool = !settings.model().kinds().isEmpty();
    Map<String, Double> metrics = training.model().metrics();
    SpreadCalibration spread = training.model().spread();
    return new JsonObject()
        .with("status", "completed")
        .with("stopped_early", training.outcome() == TrainingOutcome.STOPPED_EARLY)
        .with("directory", run.path().toString())
        .with("report", training.test().map(t -> run.report().toString()))
        .with("targets", data.schema().targetNames())
        .with("rows", sizes())
        .with("weighted_by", settings.data().weight())
        .with("method", settings.model().method().label())
        .with("steps", snapshots.stream().mapToLong(TrainingSnapshot::step).sum())
        .with("best_step", lone ? snapshots.get(0).bestStep() : null)
        .with("members", lone ? null : members(pool))
        .with("validation_score", metrics.get(TableFit.VALIDATION_SCORE))
        .with("validation", ValidationEstimate.of(metrics))
        .with("left_out", Omissions.of(metrics))
        .with("earlier", Improvement.of(metrics))
        .with("spread_factor", spread.factor())
        .with("spread_power", spread.power())
        .with("spread_groups", spread.groups().isEmpty() ? null : spread.groups())
        .with("kinds", pool ? kinds() : null)
        .with(scores("test", TestResult::scores))
        .with(scores("test_uncalibrated", TestResult::uncalibrated))
        .with("test_rows_sha256", testRows().map(TestRows::sha256))
        .with("provenance", ModelProvenance.json(training.model().provenance()))
        .with("settings", SettingsJson.of(training.model().provenance().settings()))
        .tree();
  }

  private Map<String, ?> scores(String name, Function<TestResult, PredictionScores> scores) {
    return training
        .test()
        .map(test -> scores.apply(test).json(name, name + "_coverage"))
        .orElse(Map.of());
  }

  private List<JsonObject> kinds() {
    return training.model().components().stream()
        .map(
            kind ->
                new JsonObject()
                    .with("method", kind.name())
                    .with("weight", kind.weight())
                    .with(
                        "spread_factors",
                        kind.members().stream().map(m -> m.spread().factor()).toList()))
        .toList();
  }

  private List<JsonObject> members(boolean pool) {
    List<JsonObject> members = new ArrayList<>();
    for (int m = 0; m < training.snapshots().size(); m++) {
      TrainingSnapshot snapshot = training.snapshots().get(m);
      members.add(
          new JsonObject()
              .with("steps", snapshot.step())
              .with("best_step", snapshot.bestStep())
              .with("validation_score", snapshot.bestScore())
              .with(
                  "spread_factor",
                  pool ? null : training.model().members().get(m).spread().factor()));
    }
    return members;
  }
}

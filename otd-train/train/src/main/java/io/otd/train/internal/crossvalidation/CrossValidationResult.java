// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.train.internal.report.HtmlReport;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What all folds gave.
 *
 * @param directory of the cross-validation
 * @param name of the data set
 * @param settings of all folds
 * @param folds in order
 * @param seconds that it took, without what was done before a stop
 */
public record CrossValidationResult(
    Path directory, String name, Settings settings, List<FoldOutcome> folds, double seconds) {
  /** Scores that are told first. */
  private static final List<String> HEADLINES = List.of("rmse", "mae", "energy_score", "mace");

  /** Keeps the list. */
  public CrossValidationResult {
    folds = List.copyOf(folds);
  }

  /** Whether a fold was stopped; the cross-validation can go on then. */
  public boolean interrupted() {
    return folds.stream().anyMatch(f -> f.status() == FoldOutcome.Status.INTERRUPTED);
  }

  /** Why folds diverged, by their names; none if none did. */
  public Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    for (FoldOutcome fold : folds) {
      if (fold.status() == FoldOutcome.Status.DIVERGED) {
        problems.put(fold.name(), fold.problem());
      }
    }
    return problems;
  }

  /** Names of the folds that are done. */
  public List<String> done() {
    return folds.stream().filter(f -> f.run().isPresent()).map(FoldOutcome::name).toList();
  }

  /** The runs that came to their end. */
  public List<StoredRun> runs() {
    return folds.stream().flatMap(f -> f.run().stream()).toList();
  }

  /** Their test rows. */
  public List<TestRows> test() {
    return runs().stream().flatMap(r -> r.test().stream()).toList();
  }

  /** Mean and standard deviation over the folds of each score that all of them have. */
  public Map<String, Spread> scores() {
    Map<String, Spread> scores = new LinkedHashMap<>();
    List<StoredRun> runs = runs();
    if (!runs.isEmpty()) {
      Set<String> names = new LinkedHashSet<>(runs.get(0).scores().keySet());
      runs.forEach(r -> names.retainAll(r.scores().keySet()));
      names.forEach(score -> scores.put(score, spread(score)));
    }
    return scores;
  }

  /** The scores that are told first, of those that all folds have. */
  public List<String> headlines() {
    return HEADLINES.stream().filter(scores().keySet()::contains).toList();
  }

  /** Mean and standard deviation over the folds of a score that they have. */
  public Spread spread(String score) {
    return Spread.of(runs().stream().mapToDouble(r -> score(r, score)).toArray());
  }

  static double score(StoredRun run, String name) {
    return run.scores().getOrDefault(name, Double.NaN);
  }

  /** Share of the observed values of all folds inside the central intervals of a level. */
  double coverage(double level) {
    return TestRows.coverage(test(), level);
  }

  /**
   * Writes report and results; the cross-validation has come to its end then.
   *
   * @param run the directory
   * @throws IOException if a file cannot be written
   */
  void write(RunDirectory run) throws IOException {
    new HtmlReport(CrossValidationReport.page(this)).write(run.report());
    run.finish(JsonText.of(json()));
  }

  /** Everything, as {@code result.json} has it. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", problems().isEmpty() ? "completed" : "diverged");
    json.put("directory", directory.toString());
    json.put("report", directory.resolve(RunDirectory.REPORT).toString());
    List<Object> each = new ArrayList<>();
    folds.forEach(f -> each.add(json(f)));
    json.put("folds", each);
    Map<String, Object> mean = new LinkedHashMap<>();
    Map<String, Object> sd = new LinkedHashMap<>();
    scores()
        .forEach(
            (score, spread) -> {
              mean.put(score, spread.mean());
              sd.put(score, spread.sd());
            });
    json.put("mean", mean);
    json.put("sd", sd);
    json.put("seconds", seconds);
    json.put("settings", SettingsJson.of(settings));
    return json;
  }

  private static Map<String, Object> json(FoldOutcome fold) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", fold.name());
    json.put("repeat", fold.part().repeat());
    json.put("fold", fold.part().fold());
    json.put("status", fold.status().name().toLowerCase(Locale.ROOT));
    fold.run()
        .ifPresent(
            run -> {
              Map<String, Object> rows = new LinkedHashMap<>();
              rows.put("train", run.trainRows());
              rows.put("validation", run.validationRows());
              rows.put("test", run.test().map(t -> t.rows().length).orElse(0));
              json.put("rows", rows);
              json.put("steps", run.steps());
              json.put("test", run.scores());
              run.test().ifPresent(t -> json.put("test_rows_sha256", t.sha256()));
            });
    if (!fold.problem().isEmpty()) {
      json.put("problem", fold.problem());
    }
    return json;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The results of all folds.
 *
 * @param directory of the cross-validation
 * @param name of the data set
 * @param settings of all folds
 * @param folds in order
 * @param seconds that it took, without what was done before a stop
 */
public record CrossValidationResult(
    Path directory, String name, Settings settings, List<FoldOutcome> folds, double seconds) {
  /** The most important scores, which are reported first. */
  private static final List<String> HEADLINES = List.of("rmse", "mae", "energy_score", "mace");

  /** Keeps the list. */
  public CrossValidationResult {
    folds = List.copyOf(folds);
  }

  /** Whether a fold was stopped; then the cross-validation can be resumed. */
  public boolean interrupted() {
    return folds.stream().anyMatch(FoldOutcome::interrupted);
  }

  /** Why folds diverged, by their names; none if none did. */
  public Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    for (FoldOutcome fold : folds) {
      if (fold.diverged()) {
        problems.put(fold.name(), fold.problem());
      }
    }
    return problems;
  }

  /** Names of the folds that are done. */
  public List<String> done() {
    return folds.stream().filter(f -> f.run().isPresent()).map(FoldOutcome::name).toList();
  }

  /** The finished runs. */
  public List<StoredRun> runs() {
    return folds.stream().flatMap(f -> f.run().stream()).toList();
  }

  /** The run of each fold, in order; empty where it did not finish. */
  public List<Optional<StoredRun>> runOfEach() {
    return folds.stream().map(FoldOutcome::run).toList();
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

  /** The most important scores among those that all folds have. */
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
   * Writes report and results, which ends the cross-validation.
   *
   * @throws IOException if a file cannot be written
   */
  void write(RunDirectory run) throws IOException {
    new HtmlReport(CrossValidationReport.page(this)).write(run.report());
    run.finish(JsonText.of(json()));
  }

  /** Everything, as in {@code result.json}. */
  public Map<String, Object> json() {
    return new JsonObject()
        .with("status", problems().isEmpty() ? "completed" : "diverged")
        .with("directory", directory.toString())
        .with("report", directory.resolve(RunDirectory.REPORT).toString())
        .with("weighted_by", settings.data().weight())
        .with("folds", folds.stream().map(FoldOutcome::json).toList())
        .with("mean", each(Spread::mean))
        .with("sd", each(Spread::sd))
        .with("seconds", seconds)
        .with("settings", SettingsJson.of(settings))
        .tree();
  }

  private Map<String, Double> each(ToDoubleFunction<Spread> number) {
    Map<String, Double> each = new LinkedHashMap<>();
    scores().forEach((score, spread) -> each.put(score, number.applyAsDouble(spread)));
    return each;
  }
}

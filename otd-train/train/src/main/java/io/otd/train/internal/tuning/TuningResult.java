// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import io.otd.train.settings.SettingsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a search.
 *
 * @param directory of the search
 * @param name of the data set
 * @param search what was searched
 * @param results of all trials by their numbers
 * @param seconds that it took, without what was done before a stop
 */
public record TuningResult(
    Path directory, String name, Search search, List<TrialResult> results, double seconds) {
  /** The file with the settings of the best trial. */
  public static final String BEST = "best.yaml";

  private static final String TRIALS = "trials.csv";

  /** Keeps the list. */
  public TuningResult {
    results = List.copyOf(results);
  }

  /** Whether a trial was stopped; then the search can be resumed. */
  public boolean interrupted() {
    return results.stream().anyMatch(r -> r.status() == Status.INTERRUPTED);
  }

  /** Number of trials that diverged. */
  public long diverged() {
    return results.stream().filter(r -> r.status() == Status.DIVERGED).count();
  }

  /** The file with the settings of the best trial; empty if no trial has a score. */
  public Optional<Path> bestFile() {
    return best().map(b -> directory.resolve(BEST));
  }

  /** The settings to train with; none if no trial has a score. */
  public Optional<Settings> bestSettings() {
    return best().map(b -> search.chosen(b.trial().values()));
  }

  /** The validation score of the best trial, as it was ranked; infinite if none has one. */
  public double bestScore() {
    return best().map(TrialResult::score).orElse(Double.POSITIVE_INFINITY);
  }

  /** The best trial, if any has a score. */
  Optional<TrialResult> best() {
    return ranked().stream().findFirst().filter(r -> Double.isFinite(r.rank()));
  }

  /** The settings as they were before the search. */
  TrialResult start() {
    return results.get(0);
  }

  /** The trials, best first. */
  List<TrialResult> ranked() {
    return results.stream().sorted(TrialResult.BEST_FIRST).toList();
  }

  /** Whether a trial has reached the last rung. */
  boolean finalist(TrialResult result) {
    return result.rung() == search.halving().rungs().size() - 1;
  }

  /** Steps done by all trials, up to their last validation. */
  long steps() {
    return results.stream().mapToLong(TrialResult::steps).sum();
  }

  /** Whether others have gone on without it. */
  boolean dropped(TrialResult result) {
    return result.status() == Status.PAUSED
        && results.stream().anyMatch(r -> r.rung() > result.rung());
  }

  /** The outcome of a trial, in words. */
  String fate(TrialResult result) {
    return dropped(result) ? "dropped" : result.status().text();
  }

  /**
   * Writes the current table of trials.
   *
   * @throws IOException if it cannot be written
   */
  void writeTrials(RunDirectory run) throws IOException {
    run.write(TRIALS, TrialsFile.csv(this));
  }

  /**
   * Writes table, settings, report and results, which ends the search.
   *
   * @throws IOException if a file cannot be written
   */
  void write(RunDirectory run) throws IOException {
    writeTrials(run);
    if (best().isPresent()) {
      TrialResult best = best().get();
      run.write(
          BEST,
          "# Trial %s of %s: validation energy score %s (standardised, one network).%n"
                  .formatted(best.trial().number(), results.size(), shown(best))
              + SettingsWriter.yaml(search.chosen(best.trial().values())));
    }
    new HtmlReport(new TuningReport(this).page()).write(run.report());
    run.finish(JsonText.of(json()));
  }

  /** Everything, as in {@code result.json}. */
  public Map<String, Object> json() {
    return new JsonObject()
        .with("status", best().isPresent() ? "completed" : "diverged")
        .with("directory", directory.toString())
        .with("report", directory.resolve(RunDirectory.REPORT).toString())
        .with("best", best().map(TuningResult::json))
        .with("best_settings", bestFile().map(Path::toString))
        .with("rungs", search.halving().rungs())
        .with("trials", results.stream().map(TuningResult::json).toList())
        .with("seconds", seconds)
        .with("settings", SettingsJson.of(search.base()))
        .tree();
  }

  private static JsonObject json(TrialResult result) {
    return new JsonObject()
        .with("trial", result.trial().number())
        .with("status", result.status().text().replace(' ', '_'))
        .with("rung", result.rung() + 1)
        .with("steps", result.steps())
        .with("best_step", result.bestStep())
        .with("validation_score", result.score())
        .with("validation_sd", result.curve().sd())
        .with("values", SettingsJson.of(result.trial().values()));
  }

  /**
   * The best trials as text, one per line.
   *
   * @param most maximum number of trials
   */
  public List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-5s  %-17s  %-7s  %s".formatted("trial", "validation", "steps", "settings that differ"));
    ranked().stream()
        .limit(most)
        .forEach(
            r ->
                lines.add(
                    "%-5s  %-17s  %-7s  %s"
                        .formatted(
                            r.trial().number(),
                            shown(r),
                            r.steps(),
                            r.trial().number() == 0 ? "(the given settings)" : differences(r))));
    lines.add("validation: mean and standard deviation around the best step");
    if (near() > 0) {
      lines.add(
          "%s %s not clearly worse than the best"
              .formatted(NumberText.counted(near(), "other trial"), near() == 1 ? "is" : "are"));
    }
    return lines;
  }

  /** The score with its deviation, or that there is none. */
  static String shown(TrialResult trial) {
    return trial.status() == Status.DIVERGED
        ? "diverged"
        : Double.isFinite(trial.score())
            ? NumberText.withSpread(trial.score(), trial.curve().sd())
            : NumberText.brief(trial.score());
  }

  /** Number of other trials in the last rung that cannot be told from the best. */
  long near() {
    return best()
        .map(
            best ->
                results.stream()
                    .filter(r -> !r.equals(best) && finalist(r) && Double.isFinite(r.rank()))
                    .filter(r -> r.curve().near(best.curve()))
                    .count())
        .orElse(0L);
  }

  /** Those that have an effect with the other settings of the trial. */
  private String differences(TrialResult result) {
    Map<String, String> before = search.base().flat();
    Map<String, String> now = result.trial().settings().flat();
    return String.join(
        " ",
        search.space().laws().keySet().stream()
            .filter(path -> SearchSpace.matters(path, result.trial().settings()))
            .filter(path -> !now.getOrDefault(path, "").equals(before.get(path)))
            .map(path -> path.substring(path.indexOf('.') + 1) + "=" + now.get(path))
            .toList());
  }
}

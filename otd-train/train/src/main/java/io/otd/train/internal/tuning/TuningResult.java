// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.train.internal.report.HtmlReport;
import io.otd.train.internal.report.NumberText;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import io.otd.train.settings.SettingsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a search gave.
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

  /** Whether a trial was stopped; the search can go on then. */
  public boolean interrupted() {
    return results.stream().anyMatch(r -> r.status() == Status.INTERRUPTED);
  }

  /** Number of trials that diverged. */
  public long diverged() {
    return results.stream().filter(r -> r.status() == Status.DIVERGED).count();
  }

  /** Number of trials that are done with all their rungs so far. */
  public long done() {
    return results.stream().filter(r -> r.status() != Status.INTERRUPTED).count();
  }

  /** Where the settings of the best trial are; none if no trial has a score. */
  public Optional<Path> bestFile() {
    return best().map(b -> directory.resolve(BEST));
  }

  /** The settings to train with; none if no trial has a score. */
  public Optional<Settings> bestSettings() {
    return best().map(b -> search.chosen(b.trial().values()));
  }

  /** The validation score of the best trial; infinite if none has one. */
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

  /** What became of a trial, in words. */
  String fate(TrialResult result) {
    return dropped(result) ? "dropped" : result.status().text();
  }

  /**
   * Writes the table of trials as far as it has come.
   *
   * @throws IOException if it cannot be written
   */
  void writeTrials(RunDirectory run) throws IOException {
    run.write(TRIALS, TrialsFile.csv(this));
  }

  /**
   * Writes table, settings, report and results; the search has come to its end then.
   *
   * @throws IOException if a file cannot be written
   */
  void write(RunDirectory run) throws IOException {
    writeTrials(run);
    if (best().isPresent()) {
      TrialResult best = best().get();
      run.write(
          BEST,
          "# Trial %d of %d: validation energy score %s (standardised, one network).%n"
                  .formatted(best.trial().number(), results.size(), best.score())
              + SettingsWriter.yaml(search.chosen(best.trial().values())));
    }
    new HtmlReport(new TuningReport(this).page()).write(run.report());
    run.finish(JsonText.of(json()));
  }

  /** Everything, as {@code result.json} has it. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", best().isPresent() ? "completed" : "diverged");
    json.put("directory", directory.toString());
    json.put("report", directory.resolve("report.html").toString());
    best()
        .ifPresent(
            best -> {
              json.put("best", trial(best));
              json.put("best_settings", directory.resolve(BEST).toString());
            });
    List<Object> rungs = new ArrayList<>();
    search
        .halving()
        .rungs()
        .forEach(r -> rungs.add(Map.of("trials", r.trials(), "steps", r.steps())));
    json.put("rungs", rungs);
    List<Object> trials = new ArrayList<>();
    results.forEach(r -> trials.add(trial(r)));
    json.put("trials", trials);
    json.put("seconds", seconds);
    json.put("settings", SettingsJson.of(search.base()));
    return json;
  }

  private static Map<String, Object> trial(TrialResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("trial", result.trial().number());
    json.put("status", result.status().text().replace(' ', '_'));
    json.put("rung", result.rung() + 1);
    json.put("steps", result.steps());
    json.put("best_step", result.bestStep());
    json.put("validation_score", result.score());
    json.put("values", SettingsJson.of(result.trial().values()));
    return json;
  }

  /**
   * The best trials for a reader, a line each.
   *
   * @param most trials
   */
  public List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-5s  %-10s  %-7s  %s".formatted("trial", "validation", "steps", "settings that differ"));
    ranked().stream()
        .limit(most)
        .forEach(
            r ->
                lines.add(
                    "%-5d  %-10s  %-7d  %s"
                        .formatted(
                            r.trial().number(),
                            r.status() == Status.DIVERGED
                                ? "diverged"
                                : NumberText.brief(r.score()),
                            r.steps(),
                            r.trial().number() == 0 ? "(as they were)" : differences(r))));
    return lines;
  }

  private String differences(TrialResult result) {
    Map<String, String> before = search.base().flat();
    Map<String, String> now = result.trial().settings().flat();
    return String.join(
        " ",
        search.space().laws().keySet().stream()
            .filter(path -> !now.getOrDefault(path, "").equals(before.get(path)))
            .map(path -> path.substring(path.indexOf('.') + 1) + "=" + now.get(path))
            .toList());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.HtmlReport;
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
import org.jspecify.annotations.Nullable;

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

  private record Document(
      String status,
      String directory,
      String report,
      @Nullable OfTrial best,
      @Nullable String bestSettings,
      List<Halving.Rung> rungs,
      List<OfTrial> trials,
      double seconds,
      Map<String, @Nullable Object> settings) {}

  private record OfTrial(
      int trial,
      String status,
      int rung,
      long steps,
      long bestStep,
      double validationScore,
      double validationSd,
      Map<String, @Nullable Object> values) {
    static OfTrial of(TrialResult result) {
      return new OfTrial(
          result.trial().number(),
          result.status().text().replace(' ', '_'),
          result.rung() + 1,
          result.steps(),
          result.bestStep(),
          result.score(),
          result.curve().sd(),
          SettingsJson.of(result.trial().values()));
    }
  }

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

  /** Number of trials that are done with all their rungs so far. */
  public long done() {
    return results.stream().filter(r -> r.status() != Status.INTERRUPTED).count();
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
    return JsonText.tree(
        new Document(
            best().isPresent() ? "completed" : "diverged",
            directory.toString(),
            directory.resolve(RunDirectory.REPORT).toString(),
            best().map(OfTrial::of).orElse(null),
            bestFile().map(Path::toString).orElse(null),
            search.halving().rungs(),
            results.stream().map(OfTrial::of).toList(),
            seconds,
            SettingsJson.of(search.base())));
  }

  /**
   * The best trials as text, one per line.
   *
   * @param most maximum number of trials
   */
  public List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-5s  %-15s  %-7s  %s".formatted("trial", "validation", "steps", "settings that differ"));
    ranked().stream()
        .limit(most)
        .forEach(
            r ->
                lines.add(
                    "%-5s  %-15s  %-7s  %s"
                        .formatted(
                            r.trial().number(),
                            shown(r),
                            r.steps(),
                            r.trial().number() == 0 ? "(as they were)" : differences(r))));
    lines.add("validation: mean and standard deviation around the best step");
    if (near() > 0) {
      lines.add(
          "%s are as good as the best, as far as the validations tell"
              .formatted(near() == 1 ? "1 other trial" : near() + " other trials"));
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

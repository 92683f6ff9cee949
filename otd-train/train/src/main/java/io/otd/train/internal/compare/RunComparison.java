// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import io.otd.core.internal.decision.FurtherScores;
import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.TestRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A comparison of runs. Each but the first is compared with the first, pair by pair: fold by fold,
 * or row by row where each is a single run on a table. Differences are given only where both have
 * the same test rows.
 *
 * @param runs at least two; the first is what the others are compared with
 */
public record RunComparison(List<ComparedRun> runs) {
  private static final List<String> HEADLINES =
      List.of(
          "energy_score", "rmse", "mae", "crps", "nll_kde", "nll_stacked", "nll_analytic", "mace");

  private static final Set<String> OF_THE_FOLD = Set.of("data.fold", "data.repeat");

  /** Keeps the list. */
  public RunComparison {
    runs = List.copyOf(runs);
  }

  /**
   * Reads runs.
   *
   * @param directories of finished runs or cross-validations, at least two
   * @throws InputException if there are fewer, or if they predict different targets
   * @throws IOException if one is not such a directory
   */
  public static RunComparison read(List<Path> directories) throws IOException {
    if (directories.size() < 2) {
      throw new InputException(
          "compare: %s runs (expected: at least 2)".formatted(directories.size()));
    }
    List<String> names = names(directories);
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < directories.size(); i++) {
      runs.add(ComparedRun.read(directories.get(i), names.get(i)));
      requireSameTargets(runs.get(0), runs.get(i));
    }
    return new RunComparison(runs);
  }

  /** Scores of other targets say nothing about which run is better. */
  private static void requireSameTargets(ComparedRun first, ComparedRun other) {
    if (!Set.copyOf(other.targets()).equals(Set.copyOf(first.targets()))) {
      throw new InputException(
          "%s: predicts %s (expected: %s, as %s)"
              .formatted(
                  other.name(),
                  ColumnNames.quoted(other.targets()),
                  ColumnNames.quoted(first.targets()),
                  first.name()));
    }
  }

  /** The last parts of the paths; whole paths if two of these are equal. */
  private static List<String> names(List<Path> directories) {
    List<String> names =
        directories.stream()
            .map(d -> String.valueOf(d.toAbsolutePath().normalize().getFileName()))
            .toList();
    return new HashSet<>(names).size() == names.size()
        ? names
        : directories.stream().map(Path::toString).toList();
  }

  /** The baseline of the comparison. */
  ComparedRun first() {
    return runs.get(0);
  }

  /** The others. */
  List<ComparedRun> others() {
    return runs.subList(1, runs.size());
  }

  /** Names of the runs. */
  public List<String> names() {
    return runs.stream().map(ComparedRun::name).toList();
  }

  /** Scores that all runs have, in the order of the first. */
  List<String> scores() {
    Set<String> scores = new LinkedHashSet<>(first().folds().get(0).scores().keySet());
    scores.removeIf(score -> !runs.stream().allMatch(r -> r.has(score)));
    return List.copyOf(scores);
  }

  /** Those of which less is better and that matter most, and those that users name. */
  List<String> headlines() {
    return Stream.concat(
            HEADLINES.stream().filter(scores()::contains),
            scores().stream().filter(FurtherScores::names))
        .toList();
  }

  /** Whether a run is better than every other one. */
  boolean best(ComparedRun run, String score) {
    return headlines().contains(score)
        && runs.stream()
            .filter(other -> !other.equals(run))
            .allMatch(other -> run.spread(score).mean() < other.spread(score).mean());
  }

  /** Reasons why differences are meaningless, one sentence per run; none if there are none. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (ComparedRun other : others()) {
      mismatch(other).ifPresent(warnings::add);
    }
    return warnings;
  }

  private Optional<String> mismatch(ComparedRun other) {
    if (other.folds().size() != first().folds().size()) {
      return Optional.of(
          "%s has %s folds, %s has %s: no paired differences"
              .formatted(
                  other.name(), other.folds().size(), first().name(), first().folds().size()));
    }
    for (int i = 0; i < first().folds().size(); i++) {
      if (!first().test().get(i).sha256().equals(other.test().get(i).sha256())) {
        Path fold = first().folds().get(i).directory().getFileName();
        return Optional.of(
            "%s and %s have different test rows%s: no paired differences"
                .formatted(
                    other.name(), first().name(), first().folds().size() > 1 ? ", " + fold : ""));
      }
    }
    return first().folds().size() == 1 && (other.onFields() || first().onFields())
        ? Optional.of(
            "%s and %s are single runs on fields, whose points err together: no paired differences (--folds gives some)"
                .formatted(other.name(), first().name()))
        : Optional.empty();
  }

  /** Whether a run has the test rows of the first, and these or its folds are independent. */
  boolean paired(ComparedRun other) {
    return mismatch(other).isEmpty();
  }

  /** The units of the differences (folds or rows), and their test, in a sentence. */
  public String test() {
    return first().folds().size() > 1
        ? "Differences to %s, mean over %s folds; standard error and p by the corrected resampled"
                .formatted(first().name(), first().folds().size())
            + " t test (Nadeau and Bengio 2003), two-sided."
        : "Differences to %s over %s test rows; standard error and p by the paired t test of the"
                .formatted(first().name(), first().test().get(0).rows().length)
            + " rows, two-sided: about these trained models, not about other splits or seeds.";
  }

  /**
   * Its score less that of the first, if there is a test for it.
   *
   * @param other not the first
   * @param score one of {@link #scores}
   */
  Optional<PairedDifference> difference(ComparedRun other, String score) {
    if (!paired(other)) {
      return Optional.empty();
    }
    if (first().folds().size() > 1) {
      return Optional.of(
          PairedDifference.overFolds(
              less(other.scores(score), first().scores(score)), first().testToTraining()));
    }
    TestRows theirs = other.test().get(0);
    TestRows ours = first().test().get(0);
    if (ours.rows().length < 2) {
      return Optional.empty();
    }
    return switch (score) {
      case "energy_score" -> Optional.of(overRows(theirs.energyScore(), ours.energyScore(), ours));
      case "mae" -> Optional.of(overRows(theirs.errors(), ours.errors(), ours));
      default -> {
        double[] more = theirs.further().get(score);
        double[] less = ours.further().get(score);
        yield more == null || less == null
            ? Optional.empty()
            : Optional.of(overRows(more, less, ours));
      }
    };
  }

  private static PairedDifference overRows(double[] a, double[] b, TestRows rows) {
    return PairedDifference.overRows(less(a, b), rows.weights());
  }

  private static double[] less(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      difference[i] = a[i] - b[i];
    }
    return difference;
  }

  /** Settings that are not the same for all runs: of each run, by the setting's path. */
  Map<String, List<String>> differingSettings() {
    Set<String> paths = new LinkedHashSet<>();
    runs.forEach(r -> paths.addAll(r.settings().keySet()));
    paths.removeAll(OF_THE_FOLD);
    Map<String, List<String>> differing = new LinkedHashMap<>();
    for (String path : paths) {
      List<String> values =
          runs.stream().map(r -> r.settings().getOrDefault(path, "none")).toList();
      if (new HashSet<>(values).size() > 1) {
        differing.put(path, values);
      }
    }
    return differing;
  }

  /** Everything as a tree of maps, lists, numbers and texts. */
  public Map<String, Object> json() {
    return new JsonObject()
        .with("compared_with", first().name())
        .with("test", test())
        .with("warnings", warnings())
        .with("runs", runs.stream().map(this::json).toList())
        .with("settings", differingSettings())
        .tree();
  }

  private JsonObject json(ComparedRun run) {
    Map<String, Double> mean = new LinkedHashMap<>();
    Map<String, Double> sd = new LinkedHashMap<>();
    Map<String, JsonObject> differences = new LinkedHashMap<>();
    for (String score : scores()) {
      mean.put(score, run.spread(score).mean());
      sd.put(score, run.spread(score).sd());
      if (!run.equals(first())) {
        difference(run, score).ifPresent(d -> differences.put(score, json(d)));
      }
    }
    return new JsonObject()
        .with("name", run.name())
        .with("folds", run.folds().size())
        .with("mean", mean)
        .with("sd", sd)
        .with("difference", differences);
  }

  private static JsonObject json(PairedDifference difference) {
    return new JsonObject()
        .with("mean", difference.mean())
        .with("standard_error", difference.standardError())
        .with("p", difference.pValue());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run, or a cross-validation of several, as one thing to compare.
 *
 * @param name for readers
 * @param folds the runs by the names of their directories, one for a run alone
 */
record ComparedRun(String name, List<StoredRun> folds) {
  /** How a setting without a value is shown. */
  private static final Set<String> NONE = Set.of("", "null");

  /** Keeps the list. */
  ComparedRun {
    folds = List.copyOf(folds);
  }

  /**
   * Reads a directory.
   *
   * @param directory of a finished run or cross-validation
   * @param name for readers
   * @throws InvalidFileException if it is neither, or has no test rows
   * @throws IOException if it cannot be read
   */
  static ComparedRun read(Path directory, String name) throws IOException {
    Path file = directory.resolve(StoredRun.FILE);
    JsonNode folds = StoredRun.tree(file).path("folds");
    List<StoredRun> runs = new ArrayList<>();
    if (folds.isArray()) {
      for (JsonNode fold : folds) {
        if (!fold.path("status").asText().equals("completed")) {
          throw new InvalidFileException(
              file,
              "%s is %s (expected: every fold completed)"
                  .formatted(fold.path("name").asText(), fold.path("status").asText()));
        }
        runs.add(StoredRun.read(directory.resolve(fold.path("name").asText())));
      }
    } else {
      runs.add(StoredRun.read(directory));
    }
    if (runs.isEmpty() || runs.stream().anyMatch(r -> r.test().isEmpty())) {
      throw new InvalidFileException(file, "no test rows (expected: some, data.test_fraction)");
    }
    return new ComparedRun(name, runs);
  }

  /** Names of what it predicts. */
  List<String> targets() {
    return test().get(0).targets();
  }

  /** The test rows of each fold. */
  List<TestRows> test() {
    return folds.stream().flatMap(f -> f.test().stream()).toList();
  }

  /** A score of each fold. */
  double[] scores(String score) {
    return folds.stream().mapToDouble(f -> f.scores().getOrDefault(score, Double.NaN)).toArray();
  }

  /** Mean and standard deviation of a score. */
  Spread spread(String score) {
    return Spread.of(scores(score));
  }

  /** Whether every fold has a score. */
  boolean has(String score) {
    return folds.stream().allMatch(f -> f.scores().containsKey(score));
  }

  /** Whether its rows are points of fields. */
  boolean onFields() {
    return !NONE.contains(settings().getOrDefault("data.fields", ""));
  }

  /** The settings, those of the first of several folds. */
  Map<String, String> settings() {
    return folds.get(0).settings();
  }

  /** Mean over the folds of the number of test rows per training row. */
  double testToTraining() {
    return folds.stream()
        .mapToDouble(
            f ->
                (double) f.test().orElseThrow().rows().length
                    / (f.trainRows() + f.validationRows()))
        .average()
        .orElseThrow();
  }

  /** Share of the observed values of all folds inside the central intervals of a level. */
  double coverage(double level) {
    return TestRows.coverage(test(), level);
  }
}

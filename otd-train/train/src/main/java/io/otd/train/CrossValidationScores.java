// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.result.StoredRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The test scores of the folds of a cross-validation, in the targets' units. */
public final class CrossValidationScores {
  private final CrossValidationResult result;
  private final Map<String, Spread> scores;

  CrossValidationScores(CrossValidationResult result) {
    this.result = result;
    this.scores = result.scores();
  }

  /** Whether it was stopped before all folds were done. */
  public boolean interrupted() {
    return result.interrupted();
  }

  /** Names of the folds that are done, as their directories have them. */
  public List<String> done() {
    return result.done();
  }

  /** How many folds there are, done or not. */
  public int folds() {
    return result.folds().size();
  }

  /** Why folds diverged, by their names; empty if none did. */
  public Map<String, String> problems() {
    return result.problems();
  }

  /** Names of the scores that all folds have. */
  public List<String> names() {
    return List.copyOf(scores.keySet());
  }

  /**
   * Mean of a score over the folds.
   *
   * @param name such as {@code energy_score}
   * @throws IllegalArgumentException if there is none of this name, listing the names
   */
  public double mean(String name) {
    return spread(name).mean();
  }

  /**
   * Standard deviation of a score over the folds, with divisor one less than their number.
   *
   * @param name such as {@code energy_score}
   * @throws IllegalArgumentException if there is none of this name, listing the names
   */
  public double standardDeviation(String name) {
    return spread(name).sd();
  }

  private Spread spread(String name) {
    Spread spread = scores.get(name);
    if (spread == null) {
      throw new IllegalArgumentException(
          "score: " + name + " (expected: one of " + scores.keySet() + ")");
    }
    return spread;
  }

  /** The scores of each fold that is done, by its name. */
  public Map<String, Scores> byFold() {
    Map<String, Scores> each = new LinkedHashMap<>();
    List<String> names = result.done();
    List<StoredRun> runs = result.runs();
    for (int fold = 0; fold < runs.size(); fold++) {
      each.put(names.get(fold), Scores.of(runs.get(fold).scores()));
    }
    return each;
  }

  /** Names of the scores that are told first. */
  public List<String> headlines() {
    return result.headlines();
  }

  /** How long it took, without what was done before a stop. */
  public double seconds() {
    return result.seconds();
  }

  /** Where the folds are; gone if the directory was a temporary one. */
  public Path directory() {
    return result.directory();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.check.Check;
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

  /** Whether it was stopped before all folds were finished. */
  public boolean interrupted() {
    return result.interrupted();
  }

  /** Names of the finished folds, as in their directories. */
  public List<String> done() {
    return result.done();
  }

  /** Number of all folds, finished or not. */
  public int folds() {
    return result.folds().size();
  }

  /** Why folds diverged, by fold name; empty if none did. */
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
   * @throws IllegalArgumentException if there is no score of this name, listing the names
   */
  public double mean(String name) {
    return spread(name).mean();
  }

  /**
   * Standard deviation of a score over the folds, with divisor n - 1.
   *
   * @param name such as {@code energy_score}
   * @throws IllegalArgumentException if there is no score of this name, listing the names
   */
  public double standardDeviation(String name) {
    return spread(name).sd();
  }

  private Spread spread(String name) {
    return Check.known("score", name, scores);
  }

  /** The scores of each finished fold, by its name. */
  public Map<String, Scores> byFold() {
    Map<String, Scores> each = new LinkedHashMap<>();
    List<String> names = result.done();
    List<StoredRun> runs = result.runs();
    for (int fold = 0; fold < runs.size(); fold++) {
      each.put(names.get(fold), Scores.of(runs.get(fold).scores()));
    }
    return each;
  }

  /** Names of the most important scores, which are reported first. */
  public List<String> headlines() {
    return result.headlines();
  }

  /** Elapsed time, without the time before an interruption. */
  public double seconds() {
    return result.seconds();
  }

  /** Directory of the folds; deleted if it was temporary. */
  public Path directory() {
    return result.directory();
  }
}

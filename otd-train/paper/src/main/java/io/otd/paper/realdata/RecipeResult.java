// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.StoredRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recipe on a table.
 *
 * @param table its name
 * @param recipe the method
 * @param seeds results of the folds, by the seed of the training; all of the same folds
 */
public record RecipeResult(String table, Recipe recipe, Map<Long, CrossValidationResult> seeds) {
  /** Keeps the order. */
  public RecipeResult {
    seeds = new LinkedHashMap<>(seeds);
  }

  /** That of the first seed. */
  public CrossValidationResult first() {
    return seeds.values().iterator().next();
  }

  /** Number of folds. */
  public int folds() {
    return first().folds().size();
  }

  /** Rows of the table: those of a fold's training, validation and test part; 0 without any. */
  public int rows() {
    return runs().stream()
        .findFirst()
        .map(r -> r.trainRows() + r.validationRows() + r.test().orElseThrow().rows().length)
        .orElse(0);
  }

  /** The finished runs of all seeds. */
  public List<StoredRun> runs() {
    return seeds.values().stream().flatMap(seed -> seed.runs().stream()).toList();
  }

  /** Why folds are missing, by seed and fold. */
  public Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    seeds.forEach(
        (seed, result) ->
            result.problems().forEach((k, v) -> problems.put("seed " + seed + ", " + k, v)));
    return problems;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.paper.experiment.Scale;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import io.otd.train.settings.SettingsJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of the comparison.
 *
 * @param scale how much of it was done
 * @param entries by data set, then by recipe
 */
public record RealDataResult(Scale scale, List<Entry> entries) {
  /** Level of the intervals whose mean width is given as sharpness. */
  static final double SHARPNESS_LEVEL = .9;

  static final String ENERGY_SCORE = "energy_score";
  static final String NLL = "nll_kde";

  /** The scores that are given, by the names that runs give them. */
  static final List<String> SCORES =
      List.of(NLL, "rmse", ENERGY_SCORE, "width_" + SHARPNESS_LEVEL, "mace");

  private static final int FORMAT = 1;

  /** Keeps the list. */
  public RealDataResult {
    entries = List.copyOf(entries);
  }

  /**
   * One method on one data set.
   *
   * @param set the data set
   * @param recipe the method
   * @param whole whether all of its rows were used
   * @param result of its folds
   */
  public record Entry(DataSet set, Recipe recipe, boolean whole, CrossValidationResult result) {
    /** Test rows of all folds. */
    int rows() {
      return result.test().stream().mapToInt(t -> t.rows().length).sum();
    }

    /**
     * Mean and standard deviation over the folds, likelihoods in the target's own units.
     *
     * @return nothing where a fold does not have it
     */
    Optional<Spread> spread(String score) {
      double[] values =
          result.runOfEach().stream()
              .mapToDouble(run -> run.map(r -> value(r, score)).orElse(Double.NaN))
              .toArray();
      return values.length == 0 || Arrays.stream(values).anyMatch(Double::isNaN)
          ? Optional.empty()
          : Optional.of(Spread.of(values));
    }

    private double value(StoredRun run, String score) {
      return run.scores().getOrDefault(score, Double.NaN)
          + (score.equals(NLL) ? shift(run.test().orElseThrow()) : 0);
    }

    private double shift(TestRows test) {
      double mean = Arrays.stream(test.outputs().get(0).observed()).average().orElseThrow();
      return set.targetScale().likelihoodShift(mean);
    }
  }

  /** Whether folds diverged, so that their scores are missing. */
  public boolean incomplete() {
    return entries.stream().anyMatch(e -> !e.result().problems().isEmpty());
  }

  /** The data sets, in order. */
  List<DataSet> sets() {
    return entries.stream().map(Entry::set).distinct().toList();
  }

  /** The results of the recipes on a data set. */
  List<Entry> of(DataSet set) {
    return entries.stream().filter(e -> e.set().equals(set)).toList();
  }

  /**
   * Everything as a tree of maps, lists, numbers and texts.
   *
   * @param origin where and with what
   */
  public Map<String, Object> json(Map<String, String> origin) {
    return new JsonObject()
        .with("format", FORMAT)
        .with("experiment", "openml")
        .with("scale", scale.label())
        .with("runs", entries.stream().map(RealDataResult::json).toList())
        .with("origin", origin)
        .tree();
  }

  private static JsonObject json(Entry entry) {
    Map<String, Double> mean = new LinkedHashMap<>();
    Map<String, Double> sd = new LinkedHashMap<>();
    for (String score : SCORES) {
      entry.spread(score).ifPresent(spread -> mean.put(score, spread.mean()));
      entry.spread(score).ifPresent(spread -> sd.put(score, spread.sd()));
    }
    return new JsonObject()
        .with("data_set", entry.set().name())
        .with("recipe", entry.recipe().name())
        .with("rows", entry.rows())
        .with("all_rows", entry.whole())
        .with("mean", mean)
        .with("sd", sd)
        .with("seconds", entry.result().seconds())
        .with("problems", entry.result().problems())
        .with("settings", SettingsJson.of(entry.result().settings()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.paper.realdata.RecipeResult;
import io.otd.train.explanation.Estimate;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.result.Samples;
import java.util.Map;
import java.util.Optional;

/** The measures of a split; lower is better. Each set has one target. */
enum SplitMeasure {
  /** Root mean squared error of the mean. */
  RMSE("RMSE", "rmse"),
  /** By the density of the output law if there is one, else by stacked kernels. */
  NLL("NLL", SplitMeasure.ANALYTIC),
  /** The energy score, which for one target is the continuous ranked probability score. */
  CRPS("energy score (CRPS)", "energy_score"),
  /** Mean absolute coverage error. */
  MACE("MACE", "mace");

  /** The negative log-likelihood by a density that is known. */
  static final String ANALYTIC = "nll_analytic";

  /** The same by an estimate from draws. */
  static final String STACKED = "nll_stacked";

  private final String title;
  private final String score;

  SplitMeasure(String title, String score) {
    this.title = title;
    this.score = score;
  }

  /** For readers. */
  String title() {
    return title;
  }

  /** Of a run by the names of its scores, if it has it. */
  Optional<Double> of(Map<String, Double> scores) {
    return this == NLL && !scores.containsKey(ANALYTIC)
        ? Optional.ofNullable(scores.get(STACKED))
        : Optional.ofNullable(scores.get(score));
  }

  /**
   * The values of a recipe, one a split: the mean over the seeds.
   *
   * @return nothing where a run does not have it
   */
  Optional<double[]> values(RecipeResult result) {
    double[] sums = new double[result.folds()];
    for (CrossValidationResult seed : result.seeds().values()) {
      if (seed.runs().size() < sums.length) {
        return Optional.empty();
      }
      for (int split = 0; split < sums.length; split++) {
        Optional<Double> value = of(seed.runs().get(split).scores());
        if (value.isEmpty()) {
          return Optional.empty();
        }
        sums[split] += value.get() / result.seeds().size();
      }
    }
    return Optional.of(sums);
  }

  /** The mean over the splits, with its standard error: 0 for one split. */
  Optional<Estimate> mean(RecipeResult result) {
    return values(result).map(Samples::estimate);
  }
}

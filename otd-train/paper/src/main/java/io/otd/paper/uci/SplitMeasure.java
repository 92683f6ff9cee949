// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

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
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.decision.FurtherScores;
import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.train.internal.settings.SettingsTree;
import java.util.List;

/**
 * Settings of the evaluation; each {@link Setting} has a description.
 *
 * @param draws of a predictive distribution
 * @param levels of the intervals
 * @param scores further ones, by their texts
 * @param coverageBy columns by which the coverage is divided
 * @param explainedRows test rows that the report explains
 */
public record EvaluationSettings(
    @Setting(
            value = "Draws of each predictive distribution, also for calibration.",
            atLeast = 2,
            atMost = 65536)
        @Default("1000")
        int draws,
    @Setting(value = "Levels of the prediction intervals.", above = 0, below = 1)
        @Default("[0.5, 0.8, 0.9, 0.95]")
        List<Double> levels,
    @Setting(
            "Further scores: of a tail, such as above:40 or upper, or of decisions, such"
                + " as pinball:0.9 or under:3,over:1.")
        @Default("[]")
        List<String> scores,
    @Setting("Columns by which the coverage of the test rows is divided into groups.")
        @Flags(value = "--coverage-by", label = "COL,COL", repeated = true)
        @Default("[]")
        List<String> coverageBy,
    @Setting(
            value =
                "Maximum number of test rows for importance and effects of columns in the"
                    + " report; 0 for none.",
            atLeast = 0,
            atMost = 100000)
        @Default("200")
        int explainedRows) {
  static final EvaluationSettings STANDARD = SettingsTree.standard(EvaluationSettings.class);

  /**
   * The further scores.
   *
   * @throws IllegalArgumentException if there is no score of such a text
   */
  public List<ScoreOptions.Further> further() {
    return FurtherScores.of(scores);
  }
}

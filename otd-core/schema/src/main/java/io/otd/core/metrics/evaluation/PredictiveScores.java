// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Crps;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.IntervalScore;
import io.otd.core.metrics.PinballLoss;
import io.otd.core.metrics.PointErrors;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.VariogramScore;
import io.otd.core.metrics.density.AnalyticLikelihood;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.density.StackedKernels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of one set of predictions by name, in a fixed order:
 *
 * <ul>
 *   <li>{@code rmse}, {@code mae}: {@link PointErrors};
 *   <li>{@code energy_score} with its terms {@code fit} and {@code dispersion}: {@link
 *       SampleEnergyScore};
 *   <li>{@code crps}, {@code crps_empirical}: {@link Crps}, fair and empirical;
 *   <li>{@code nll_kde}, where a density was given: {@link KdeLikelihood};
 *   <li>{@code nll_stacked}, where several widths were stacked: {@link StackedKernels};
 *   <li>{@code nll_analytic}, where the model knows its density: {@link AnalyticLikelihood};
 *   <li>{@code pinball}, and for each probability {@code pinball_0.5}: {@link PinballLoss};
 *   <li>{@code variogram_score}, for 2 to 64 outputs: {@link VariogramScore};
 *   <li>{@linkplain ScoreOptions#further further ones};
 *   <li>{@code mace}: the mean absolute coverage error; {@code miscalibration_area}: {@link
 *       MiscalibrationArea};
 *   <li>{@code pit_ks}, {@code pit_ks_p}: {@link UniformityTest} of the {@link
 *       ProbabilityIntegralTransform}; for several outputs the largest statistic, and the smallest
 *       p-value times their number;
 *   <li>{@code spearman_error_dispersion}, {@code ause}: {@link SpearmanCorrelation} and {@link
 *       Sparsification} of the rows' errors by their dispersion;
 *   <li>for each level {@code picp_0.9}, {@code joint_picp_0.9} for several outputs, {@code
 *       width_0.9}, {@code relative_width_0.9}, {@code winkler_0.9}: {@link IntervalEvaluation} and
 *       {@link IntervalScore}.
 * </ul>
 *
 * <p>{@code rmse_error} and so on are standard errors: how much a score varies from one sample of
 * as many independent rows to the next. Means over rows have one, and the RMSE.
 *
 * @implNote Relative widths divide by the range of the observed targets, as in the paper's
 *     Ginzburg-Landau table; where an output was observed constant they are not defined and left
 *     out.
 * @param values by name, each finite
 * @param notes what was left out, and why
 */
public record PredictiveScores(Map<String, Double> values, List<String> notes) {
  /** Fixes the order and checks the values. */
  public PredictiveScores {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    notes = List.copyOf(notes);
    values.forEach(
        (name, value) -> {
          Check.that(Double.isFinite(value), name, value, "finite");
        });
  }

  /** Leaves out non-finite values, and reports this; with a score goes its standard error. */
  static PredictiveScores finite(Map<String, Double> values, List<String> notes) {
    Map<String, Double> finite = new LinkedHashMap<>(values);
    List<String> said = new ArrayList<>(notes);
    values.forEach(
        (name, value) -> {
          if (!Double.isFinite(value)) {
            finite.remove(name);
            if (!name.endsWith(ScoreSums.ERROR)) {
              said.add(name + ": " + value + ", a value is beyond double precision");
            }
          }
        });
    return new PredictiveScores(finite, said);
  }

  /**
   * Computes all scores but the likelihood.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param levels of the intervals, at least one, each inside (0, 1); see {@link CoverageLevels}
   * @throws IllegalArgumentException if sizes differ, a value is not finite or a level is out of
   *     range
   */
  public static PredictiveScores of(Draws draws, double[][] observed, List<Double> levels) {
    return of(draws, observed, ScoreOptions.of(levels));
  }

  /**
   * Computes all scores.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite, in the same units
   * @param options what is scored
   * @throws IllegalArgumentException if sizes differ or a value is not finite
   */
  public static PredictiveScores of(Draws draws, double[][] observed, ScoreOptions options) {
    Evaluation evaluation = new Evaluation(draws.outputs(), options);
    evaluation.add(draws, observed);
    return evaluation.scores();
  }

  /**
   * The mean of each score that all have.
   *
   * @param parts at least one
   */
  public static PredictiveScores meanOf(List<PredictiveScores> parts) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (String name : parts.get(0).values().keySet()) {
      if (parts.stream().allMatch(p -> p.values().containsKey(name))) {
        means.put(name, parts.stream().mapToDouble(p -> p.get(name)).average().orElseThrow());
      }
    }
    return new PredictiveScores(
        means, parts.stream().flatMap(p -> p.notes().stream()).distinct().toList());
  }

  /**
   * One score.
   *
   * @throws IllegalArgumentException if there is no score of this name, listing the names
   */
  public double get(String name) {
    return Check.known("score", name, values);
  }

  /** The same with one more score; if it is not finite, it is left out and this is reported. */
  public PredictiveScores with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return finite(more, notes);
  }
}

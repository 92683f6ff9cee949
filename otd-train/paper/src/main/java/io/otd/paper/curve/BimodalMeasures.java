// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.WassersteinDistance;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.GaussianKde;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.mask.MaskCorrelation;
import io.otd.paper.mask.PrincipalComponents;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;

/**
 * The measures of the bimodal experiment. K draws are taken on the training points and on 64 points
 * in [-1, 1], 4 K at x = 0.
 */
final class BimodalMeasures {
  private static final BimodalProblem PROBLEM = Bimodal.PROBLEM;

  /** The position of the branches at x = 0, up to the sign. */
  private static final double MODE = PROBLEM.upper(0);

  private static final int WASSERSTEIN_POINTS = 64;
  private static final int AT_ZERO = 0;
  static final int BATCHES_AT_ZERO = 4;
  private static final int AT_GRID = 10;
  private static final int AT_DATA = 11;
  private static final int AT_ENDS = 12;
  private static final double LEAST_SHARE = .1;

  private BimodalMeasures() {}

  static Map<String, Double> of(Sampler sampler) {
    Map<String, Double> values = new LinkedHashMap<>();
    putScores(values, sampler);
    putLawAtZero(values, sampler.many(0, BATCHES_AT_ZERO, AT_ZERO));
    putEnds(values, sampler);
    putMasks(values, sampler.masks(BATCHES_AT_ZERO, AT_ZERO));
    return values;
  }

  /** The scores against the true law. */
  static void putScores(Map<String, Double> values, Sampler sampler) {
    Pairs data = PROBLEM.training();
    double score = SampleEnergyScore.of(sampler.at(data.x(), AT_DATA), data.observed()).mean();
    values.put("energy_score", score);
    values.put("energy_score_excess", score - PROBLEM.exactScore());
    double[] x = UniformGrid.overDomain(WASSERSTEIN_POINTS).values();
    Draws draws = sampler.at(x, AT_GRID);
    double[] distances = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double[] branches = {PROBLEM.lower(x[i]), PROBLEM.upper(x[i])};
      distances[i] =
          WassersteinDistance.toDiscrete(draws.of(i, 0), branches, new double[] {.5, .5});
    }
    values.put("w1_mean", Arrays.stream(distances).average().orElseThrow());
    values.put("w1_worst", Arrays.stream(distances).max().orElseThrow());
  }

  private static void putLawAtZero(Map<String, Double> values, double[] draws) {
    GaussianKde density = new GaussianKde(draws, Bandwidth.scott(1));
    double[] grid = new UniformGrid(-.4, .4, 801).values();
    List<GaussianKde.Mode> modes = density.modes(grid, LEAST_SHARE);
    double greatest = Arrays.stream(density.density(grid)).max().orElseThrow();
    values.put("modes", (double) modes.size());
    modes.stream()
        .mapToDouble(m -> Math.abs(Math.abs(m.position()) - MODE))
        .max()
        .ifPresent(distance -> values.put("mode_distance", distance));
    values.put("valley", density.density(0) / greatest);
    values.put("positive_share", share(draws, y -> y > 0));
    values.put("near_modes", share(draws, y -> Math.abs(Math.abs(y) - MODE) < .05));
    values.put("mean_positive", Arrays.stream(draws).filter(y -> y > 0).average().orElse(0));
    values.put("mean_negative", Arrays.stream(draws).filter(y -> y <= 0).average().orElse(0));
  }

  private static double share(double[] draws, DoublePredicate is) {
    return (double) Arrays.stream(draws).filter(is).count() / draws.length;
  }

  private static void putEnds(Map<String, Double> values, Sampler sampler) {
    Draws draws = sampler.at(new double[] {0, -1, 1}, AT_ENDS);
    values.put("sd_at_0", draws.standardDeviation(0, 0));
    values.put("sd_at_minus_1", draws.standardDeviation(1, 0));
    values.put("sd_at_plus_1", draws.standardDeviation(2, 0));
    values.put("error_at_minus_1", Math.abs(draws.mean(1, 0) - Math.tanh(-1)));
    values.put("error_at_plus_1", Math.abs(draws.mean(2, 0) - Math.tanh(1)));
  }

  private static void putMasks(Map<String, Double> values, Sampler.Masks masks) {
    values.put("displacement", masks.displacement());
    MaskCorrelation correlation = MaskCorrelation.of(masks.transported());
    values.put("correlation_mean", correlation.meanAbsolute());
    values.put("correlation_max", correlation.largest());
    values.put("correlated_pairs", correlation.shareAbove(.5));
    PrincipalComponents components = PrincipalComponents.of(masks.transported());
    values.put("pc1", components.share(0));
    values.put("pc2", components.share(1));
    values.put("effective_rank", components.effectiveRank());
    values.put("saturated", masks.transported().saturated(.05));
  }
}

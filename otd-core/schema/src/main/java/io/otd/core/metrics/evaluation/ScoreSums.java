// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.weight.RowMean;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Crps;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.PinballLoss;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.VariogramScore;
import io.otd.core.metrics.density.KdeLikelihood;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The scores that are means over rows, in the order in which they are reported; after a score of
 * all rows its standard error, {@code rmse_error}.
 */
final class ScoreSums {
  /** Ends the name of a score's standard error. */
  static final String ERROR = "_error";

  private ScoreSums() {}

  /** A score that is a mean over rows, computed incrementally. */
  interface Sum {
    /** Takes one row. */
    void add(DrawnRow row);

    /** Adds the means, by name. */
    void put(Map<String, Double> into);
  }

  static List<Sum> of(int outputs, ScoreOptions options) {
    List<Sum> sums = new ArrayList<>();
    sums.add(new RootMeanSquare(new RowMean()));
    sums.add(new Mean("mae", DrawnRow::error));
    sums.add(new Energy(new RowMean(), new RowMean(), new RowMean()));
    sums.add(new Mean("crps", row -> byOutput(row, Crps::fair)));
    sums.add(new Mean("crps_empirical", row -> byOutput(row, Crps::empirical)));
    options.density().ifPresent(density -> addLikelihoods(sums, density));
    sums.add(new Pinball(options.probabilities()));
    if (outputs > 1 && outputs <= Evaluation.MAX_VARIOGRAM_OUTPUTS) {
      sums.add(new Mean("variogram_score", row -> VariogramScore.of(row.values(), row.observed())));
    }
    return sums;
  }

  private static void addLikelihoods(List<Sum> sums, KdeLikelihood.Density density) {
    sums.add(
        new Mean(
            "nll_kde", row -> -KdeLikelihood.logDensity(row.values(), row.observed(), density)));
    density
        .stacked()
        .ifPresent(
            stacked ->
                sums.add(
                    new Mean(
                        "nll_stacked",
                        row ->
                            -KdeLikelihood.stackedLogDensity(
                                row.values(), row.observed(), stacked, density.scale()))));
  }

  /** The mean over the outputs of a row. */
  static double byOutput(DrawnRow row, ScoreOptions.Formula score) {
    double sum = 0;
    for (int j = 0; j < row.outputs(); j++) {
      sum += score.of(row.ascending()[j], row.observed()[j]);
    }
    return sum / row.outputs();
  }

  /** Adds a mean and its standard error. */
  static void putMean(String name, RowMean mean, Map<String, Double> into) {
    into.put(name, mean.value());
    into.put(name + ERROR, mean.standardError());
  }

  private record Mean(String name, ToDoubleFunction<DrawnRow> score, RowMean mean) implements Sum {
    Mean(String name, ToDoubleFunction<DrawnRow> score) {
      this(name, score, new RowMean());
    }

    @Override
    public void add(DrawnRow row) {
      mean.add(score.applyAsDouble(row), row.weight());
    }

    @Override
    public void put(Map<String, Double> into) {
      putMean(name, mean, into);
    }
  }

  private record RootMeanSquare(RowMean squares) implements Sum {
    @Override
    public void add(DrawnRow row) {
      squares.add(row.error() * row.error(), row.weight());
    }

    @Override
    public void put(Map<String, Double> into) {
      into.put("rmse", squares.root());
      into.put("rmse" + ERROR, squares.rootError());
    }
  }

  /** The energy score with its terms. */
  private record Energy(RowMean score, RowMean fit, RowMean dispersion) implements Sum {
    @Override
    public void add(DrawnRow row) {
      double distance = SampleEnergyScore.fit(row.values(), row.observed());
      score.add(distance - row.dispersion(), row.weight());
      fit.add(distance, row.weight());
      dispersion.add(row.dispersion(), row.weight());
    }

    @Override
    public void put(Map<String, Double> into) {
      putMean("energy_score", score, into);
      into.put("fit", fit.value());
      into.put("dispersion", dispersion.value());
    }
  }

  /** Mean over outputs; over the probabilities and for each. */
  private static final class Pinball implements Sum {
    private final List<Double> probabilities;
    private final List<RowMean> each;
    private final RowMean all = new RowMean();
    private int[] ranks = {};

    Pinball(List<Double> probabilities) {
      this.probabilities = probabilities;
      this.each = probabilities.stream().map(p -> new RowMean()).toList();
    }

    @Override
    public void add(DrawnRow row) {
      if (ranks.length == 0) {
        ranks =
            probabilities.stream()
                .mapToInt(p -> EmpiricalQuantile.at(p).rank(row.draws()) - 1)
                .toArray();
      }
      double mean = 0;
      for (int q = 0; q < ranks.length; q++) {
        double probability = probabilities.get(q);
        int rank = ranks[q];
        double loss = byOutput(row, (a, y) -> PinballLoss.of(probability, a[rank], y));
        each.get(q).add(loss, row.weight());
        mean += loss / ranks.length;
      }
      all.add(mean, row.weight());
    }

    @Override
    public void put(Map<String, Double> into) {
      putMean("pinball", all, into);
      for (int q = 0; q < each.size(); q++) {
        into.put("pinball_" + CoverageLevels.text(probabilities.get(q)), each.get(q).value());
      }
    }
  }
}

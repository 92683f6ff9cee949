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

    /**
     * Adds the means, by name.
     *
     * @param weight sum of the weights of the rows that were added
     * @param into receives them
     */
    void put(double weight, Map<String, Double> into);
  }

  static List<Sum> of(int outputs, ScoreOptions options) {
    List<Sum> sums = new ArrayList<>();
    sums.add(new RootMeanSquare("rmse", DrawnRow::error));
    sums.add(new Mean("mae", DrawnRow::error));
    sums.add(new Energy());
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

  private static final class Mean implements Sum {
    private final String name;
    private final ToDoubleFunction<DrawnRow> score;
    private final RowMean mean = new RowMean();

    Mean(String name, ToDoubleFunction<DrawnRow> score) {
      this.name = name;
      this.score = score;
    }

    @Override
    public void add(DrawnRow row) {
      mean.add(score.applyAsDouble(row), row.weight());
    }

    @Override
    public void put(double weight, Map<String, Double> into) {
      putMean(name, mean, into);
    }
  }

  /** The error of a root is that of the square over twice the root. */
  private static final class RootMeanSquare implements Sum {
    private final String name;
    private final ToDoubleFunction<DrawnRow> score;
    private final RowMean squares = new RowMean();

    RootMeanSquare(String name, ToDoubleFunction<DrawnRow> score) {
      this.name = name;
      this.score = score;
    }

    @Override
    public void add(DrawnRow row) {
      double value = score.applyAsDouble(row);
      squares.add(value * value, row.weight());
    }

    @Override
    public void put(double weight, Map<String, Double> into) {
      double root = Math.sqrt(squares.value());
      into.put(name, root);
      into.put(name + ERROR, root == 0 ? 0 : squares.standardError() / (2 * root));
    }
  }

  /** The energy score with its terms. */
  private static final class Energy implements Sum {
    private final RowMean score = new RowMean();
    private double fit;
    private double dispersion;

    @Override
    public void add(DrawnRow row) {
      double distance = SampleEnergyScore.fit(row.values(), row.observed());
      score.add(distance - row.dispersion(), row.weight());
      fit += row.weight() * distance;
      dispersion += row.weight() * row.dispersion();
    }

    @Override
    public void put(double weight, Map<String, Double> into) {
      into.put("energy_score", (fit - dispersion) / weight);
      into.put("energy_score" + ERROR, score.standardError());
      into.put("fit", fit / weight);
      into.put("dispersion", dispersion / weight);
    }
  }

  /** Mean over outputs; over the probabilities and for each. */
  private static final class Pinball implements Sum {
    private final List<Double> probabilities;
    private final double[] sums;
    private final RowMean all = new RowMean();
    private int[] ranks = {};

    Pinball(List<Double> probabilities) {
      this.probabilities = probabilities;
      this.sums = new double[probabilities.size()];
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
      for (int q = 0; q < sums.length; q++) {
        double probability = probabilities.get(q);
        int rank = ranks[q];
        double loss = byOutput(row, (a, y) -> PinballLoss.of(probability, a[rank], y));
        sums[q] += row.weight() * loss;
        mean += loss / sums.length;
      }
      all.add(mean, row.weight());
    }

    @Override
    public void put(double weight, Map<String, Double> into) {
      double mean = 0;
      for (double sum : sums) {
        mean += sum / weight / sums.length;
      }
      into.put("pinball", mean);
      into.put("pinball" + ERROR, all.standardError());
      for (int q = 0; q < sums.length; q++) {
        into.put("pinball_" + CoverageLevels.text(probabilities.get(q)), sums[q] / weight);
      }
    }
  }
}

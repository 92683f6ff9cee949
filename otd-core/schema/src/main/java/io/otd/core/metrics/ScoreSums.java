// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.ArrayList;
import java.util.Arrays;
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

  static List<ScoreSum> of(int outputs, ScoreOptions options) {
    List<ScoreSum> sums = new ArrayList<>();
    sums.add(new RootMeanSquare("rmse", DrawnRow::error));
    sums.add(new Mean("mae", DrawnRow::error));
    sums.add(new Energy());
    sums.add(new Mean("crps", row -> byOutput(row, Crps::fair)));
    sums.add(new Mean("crps_empirical", row -> byOutput(row, Crps::empirical)));
    options.density().ifPresent(density -> addLikelihoods(sums, density));
    sums.add(new Pinball(options.probabilities()));
    if (outputs > 1 && outputs <= Evaluation.MAX_VARIOGRAM_OUTPUTS) {
      sums.add(new Mean("variogram_score", row -> VariogramScore.of(row, VariogramScore.ORDER)));
    }
    return sums;
  }

  private static void addLikelihoods(List<ScoreSum> sums, KdeLikelihood.Density density) {
    sums.add(new Mean("nll_kde", row -> -KdeLikelihood.logDensity(row, density)));
    density
        .stacked()
        .ifPresent(
            stacked ->
                sums.add(
                    new Mean(
                        "nll_stacked",
                        row -> -KdeLikelihood.stackedLogDensity(row, stacked, density.scale()))));
  }

  /** The mean over the outputs of a row. */
  static double byOutput(DrawnRow row, ScoreOptions.Formula score) {
    double sum = 0;
    for (int j = 0; j < row.outputs(); j++) {
      sum += score.of(row.ascending()[j], row.observed()[j]);
    }
    return sum / row.outputs();
  }

  /** The mean of independent rows, and its standard error (Welford 1962). */
  static final class RowMean {
    private double sum;
    private long rows;
    private double mean;
    private double squares;

    static RowMean of(double[] rows) {
      RowMean mean = new RowMean();
      Arrays.stream(rows).forEach(mean::add);
      return mean;
    }

    void add(double value) {
      sum += value;
      rows++;
      double difference = value - mean;
      mean += difference / rows;
      squares += difference * (value - mean);
    }

    double value() {
      return sum / rows;
    }

    /** 0 for a single row. */
    double standardError() {
      return rows < 2 ? 0 : Math.sqrt(squares / (rows - 1) / rows);
    }

    void put(String name, Map<String, Double> into) {
      into.put(name, value());
      into.put(name + ERROR, standardError());
    }
  }

  private static final class Mean implements ScoreSum {
    private final String name;
    private final ToDoubleFunction<DrawnRow> score;
    private final RowMean mean = new RowMean();

    Mean(String name, ToDoubleFunction<DrawnRow> score) {
      this.name = name;
      this.score = score;
    }

    @Override
    public void add(DrawnRow row) {
      mean.add(score.applyAsDouble(row));
    }

    @Override
    public void put(long rows, Map<String, Double> into) {
      mean.put(name, into);
    }
  }

  /** The error of a root is that of the square over twice the root. */
  private static final class RootMeanSquare implements ScoreSum {
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
      squares.add(value * value);
    }

    @Override
    public void put(long rows, Map<String, Double> into) {
      double root = Math.sqrt(squares.value());
      into.put(name, root);
      into.put(name + ERROR, root == 0 ? 0 : squares.standardError() / (2 * root));
    }
  }

  /** The energy score with its terms. */
  private static final class Energy implements ScoreSum {
    private final RowMean score = new RowMean();
    private double fit;
    private double dispersion;

    @Override
    public void add(DrawnRow row) {
      double distance = SampleEnergyScore.fit(row.values(), row.observed());
      score.add(distance - row.dispersion());
      fit += distance;
      dispersion += row.dispersion();
    }

    @Override
    public void put(long rows, Map<String, Double> into) {
      into.put("energy_score", (fit - dispersion) / rows);
      into.put("energy_score" + ERROR, score.standardError());
      into.put("fit", fit / rows);
      into.put("dispersion", dispersion / rows);
    }
  }

  /** Mean over outputs; over the probabilities and for each. */
  private static final class Pinball implements ScoreSum {
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
        sums[q] += loss;
        mean += loss / sums.length;
      }
      all.add(mean);
    }

    @Override
    public void put(long rows, Map<String, Double> into) {
      double mean = 0;
      for (double sum : sums) {
        mean += sum / rows / sums.length;
      }
      into.put("pinball", mean);
      into.put("pinball" + ERROR, all.standardError());
      for (int q = 0; q < sums.length; q++) {
        into.put("pinball_" + CoverageLevels.text(probabilities.get(q)), sums[q] / rows);
      }
    }
  }
}

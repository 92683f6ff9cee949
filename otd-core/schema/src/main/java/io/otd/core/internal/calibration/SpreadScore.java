// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The mean energy score of {@code mean + c (draw - mean)} as a function of the factor c: {@code 1/n
 * sum_i (1/K sum_k |mean_i + c d_ik - y_i| - c U_i)} (by the weights of the rows, where they have
 * any) with {@code d_ik} the distance of a draw from the mean of its row and U the dispersion,
 * which is proportional to c and computed once.
 */
final class SpreadScore implements SpreadLoss {
  /** Of the logarithm of the factor: no score of a finite sample resolves more. */
  private static final double RESOLUTION = 1e-7;

  // Row-major: the deviation is [n, K, d_y], the error [n, d_y].
  private final double[] deviation;
  private final double[] error;
  private final int draws;
  private final int outputs;
  private final double[] dispersion;
  private final RowWeights weights;

  SpreadScore(Draws validation, double[][] observed, RowWeights weights) {
    this.weights = weights;
    this.dispersion = SampleEnergyScore.of(validation, observed).dispersionByRow();
    this.draws = validation.draws();
    this.outputs = validation.outputs();
    this.deviation = new double[validation.rows() * draws * outputs];
    this.error = new double[validation.rows() * outputs];
    for (int i = 0; i < validation.rows(); i++) {
      for (int j = 0; j < outputs; j++) {
        double mean = validation.mean(i, j);
        error[i * outputs + j] = mean - observed[i][j];
        double[] y = validation.of(i, j);
        for (int k = 0; k < draws; k++) {
          deviation[(i * draws + k) * outputs + j] = y[k] - mean;
        }
      }
    }
  }

  @Override
  public boolean isFlat() {
    return Arrays.stream(dispersion).allMatch(u -> u == 0);
  }

  @Override
  public double at(double factor) {
    return weights.mean(byRow(row -> factor));
  }

  @Override
  public double[] byRow(IntToDoubleFunction factors) {
    double[] scores = new double[dispersion.length];
    for (int i = 0; i < scores.length; i++) {
      double factor = factors.applyAsDouble(i);
      scores[i] = distances(i, factor) / draws - factor * dispersion[i];
    }
    return scores;
  }

  /** The sum of the distances of a row's draws. */
  private double distances(int row, double factor) {
    return outputs == 1 ? ofOneOutput(row, factor) : ofAllOutputs(row, factor);
  }

  /** Equal to {@link #ofAllOutputs}, without its roots. */
  private double ofOneOutput(int row, double factor) {
    double sum = 0;
    for (int k = row * draws; k < (row + 1) * draws; k++) {
      sum += Math.abs(error[row] + factor * deviation[k]);
    }
    return sum;
  }

  private double ofAllOutputs(int row, double factor) {
    double sum = 0;
    for (int k = row * draws; k < (row + 1) * draws; k++) {
      double squares = 0;
      for (int j = 0; j < outputs; j++) {
        double distance = error[row * outputs + j] + factor * deviation[k * outputs + j];
        squares += distance * distance;
      }
      sum += Math.sqrt(squares);
    }
    return sum;
  }

  @Override
  public double smallest(double from, double to) {
    double log =
        GoldenSection.smallest(x -> at(Math.exp(x)), Math.log(from), Math.log(to), RESOLUTION);
    double inside = Math.exp(log);
    // The search never evaluates the ends. If it converged to one, that end may be better still.
    double end = Math.log(to) - log > RESOLUTION ? from : to;
    return at(end) < at(inside) ? end : inside;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;

/**
 * The mean energy score of {@code mean + c (draw - mean)} as a function of the factor c: {@code 1/n
 * sum_i 1/K sum_k |mean_i + c d_ik - y_i| - c U} with {@code d_ik} the distance of a draw from the
 * mean of its row and U the dispersion, which is proportional to c and computed once.
 */
final class SpreadScore {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Of the logarithm of the factor: no score of a finite sample resolves more. */
  private static final double RESOLUTION = 1e-7;

  // Row-major: the deviation is [n, K, d_y], the error [n, d_y].
  private final double[] deviation;
  private final double[] error;
  private final int draws;
  private final int outputs;
  private final double dispersion;

  SpreadScore(Draws validation, double[][] observed) {
    this.dispersion = SampleEnergyScore.of(validation, observed).dispersion();
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

  /** Whether the factor changes nothing: every row's draws are equal. */
  boolean isFlat() {
    return dispersion == 0;
  }

  /** The score of one factor. */
  double at(double factor) {
    double sum = outputs == 1 ? ofOneOutput(factor) : ofAllOutputs(factor);
    int rows = error.length / outputs;
    return sum / rows / draws - factor * dispersion;
  }

  /** The sum of the distances; equal to that of {@link #ofAllOutputs}, without its roots. */
  private double ofOneOutput(double factor) {
    double sum = 0;
    for (int i = 0; i < error.length; i++) {
      for (int k = i * draws; k < (i + 1) * draws; k++) {
        sum += Math.abs(error[i] + factor * deviation[k]);
      }
    }
    return sum;
  }

  private double ofAllOutputs(double factor) {
    double sum = 0;
    int rows = error.length / outputs;
    for (int i = 0; i < rows; i++) {
      for (int k = i * draws; k < (i + 1) * draws; k++) {
        double squares = 0;
        for (int j = 0; j < outputs; j++) {
          double distance = error[i * outputs + j] + factor * deviation[k * outputs + j];
          squares += distance * distance;
        }
        sum += Math.sqrt(squares);
      }
    }
    return sum;
  }

  /** The factor of the smallest score by golden section on a logarithmic scale (Kiefer 1953). */
  double smallest(double from, double to) {
    double low = Math.log(from);
    double high = Math.log(to);
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double leftScore = at(Math.exp(left));
    double rightScore = at(Math.exp(right));
    while (high - low > RESOLUTION) {
      if (leftScore <= rightScore) {
        high = right;
        right = left;
        rightScore = leftScore;
        left = high - GOLDEN * (high - low);
        leftScore = at(Math.exp(left));
      } else {
        low = left;
        left = right;
        leftScore = rightScore;
        right = low + GOLDEN * (high - low);
        rightScore = at(Math.exp(right));
      }
    }
    double inside = Math.exp((low + high) / 2);
    // The search never evaluates the ends. If it converged to one, that end may be better still.
    double end = high < Math.log(to) ? from : to;
    return at(end) < at(inside) ? end : inside;
  }
}

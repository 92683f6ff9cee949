// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Predictions of each row by a ridge regression on all others, on the inputs and on random hidden
 * units of them: a network whose first layer keeps its random initial values. No row is fitted
 * twice: the error on a left-out row is {@code e_i / (1 - h_ii)}, with the fitted error e and the
 * leverage h (Allen 1974, the PRESS statistic).
 */
final class LeaveOneOut {
  private static final int HIDDEN = 64;
  private static final int MAX_INPUTS = 300;
  private static final double[] PENALTIES = {1e-3, 1e-2, 1e-1, 1};

  /** A row that is fitted exactly gives no information about its own error. */
  private static final double LEAST_SHARE = 1e-3;

  private static final int MOST_ROWS = 20_000;
  private static final int FEWEST_ROWS = 2000;

  /** Products of a matrix of the moments of the features, about a second. */
  private static final long PRODUCTS = 500_000_000;

  private final DMatrixRMaj features;
  private final List<Ridge> ridges;
  private final int rows;

  /**
   * Draws the hidden units, the same ones for the same sizes.
   *
   * @param x {@code [rows, width]}, standardised
   */
  LeaveOneOut(float[] x, int rows, int width) {
    this.rows = rows;
    int linear = width <= MAX_INPUTS ? width : 0;
    int hidden = linear == 0 ? MAX_INPUTS : HIDDEN;
    this.features = new DMatrixRMaj(rows, 1 + linear + hidden);
    SplittableRandom random = new SplittableRandom(1);
    double[] bias = random.doubles(hidden, -1, 1).toArray();
    double[] kernel = random.doubles((long) hidden * width, -1, 1).toArray();
    double scale = Math.sqrt(3.0 / width);
    for (int i = 0; i < rows; i++) {
      features.set(i, 0, 1);
      for (int j = 0; j < linear; j++) {
        features.set(i, 1 + j, x[i * width + j]);
      }
      for (int h = 0; h < hidden; h++) {
        double sum = bias[h];
        for (int j = 0; j < width; j++) {
          sum += scale * kernel[h * width + j] * x[i * width + j];
        }
        features.set(i, 1 + linear + h, Math.max(0, sum));
      }
    }
    this.ridges = Arrays.stream(PENALTIES).mapToObj(this::ridge).toList();
  }

  /**
   * Number of rows that a regression takes about a second for, from 2,000 to 20,000.
   *
   * @param width of the inputs
   */
  static int rows(int width) {
    long features = 1L + HIDDEN + Math.min(width, MAX_INPUTS);
    return (int) Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, PRODUCTS / (features * features)));
  }

  /**
   * A ridge regression of one penalty.
   *
   * @param inverse of the penalised moments of the features
   * @param leverages of the rows
   */
  private record Ridge(DMatrixRMaj inverse, double[] leverages) {}

  private Ridge ridge(double penalty) {
    int width = features.numCols;
    DMatrixRMaj inverse = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multInner(features, inverse);
    // All weights but the constant's shrink to 0; a tiny penalty on it keeps the matrix regular.
    for (int j = 0; j < width; j++) {
      inverse.add(j, j, rows * (j == 0 ? 1e-9 : penalty));
    }
    CommonOps_DDRM.invert(inverse);
    DMatrixRMaj weights = new DMatrixRMaj(rows, width);
    CommonOps_DDRM.mult(features, inverse, weights);
    double[] leverages = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < width; j++) {
        leverages[i] += weights.get(i, j) * features.get(i, j);
      }
    }
    return new Ridge(inverse, leverages);
  }

  /**
   * Errors of the predictions, with the penalty whose squares are least.
   *
   * @param y {@code [rows]}
   * @return observed minus predicted
   */
  double[] errors(double[] y) {
    double[] best = y.clone();
    double least = Double.POSITIVE_INFINITY;
    for (Ridge ridge : ridges) {
      double[] errors = errors(y, ridge);
      double squares = 0;
      for (double error : errors) {
        squares += error * error;
      }
      if (squares < least) {
        least = squares;
        best = errors;
      }
    }
    return best;
  }

  private double[] errors(double[] y, Ridge ridge) {
    DMatrixRMaj target = new DMatrixRMaj(rows, 1, true, y.clone());
    DMatrixRMaj projected = new DMatrixRMaj(features.numCols, 1);
    DMatrixRMaj coefficients = new DMatrixRMaj(features.numCols, 1);
    DMatrixRMaj fitted = new DMatrixRMaj(rows, 1);
    CommonOps_DDRM.multTransA(features, target, projected);
    CommonOps_DDRM.mult(ridge.inverse(), projected, coefficients);
    CommonOps_DDRM.mult(features, coefficients, fitted);
    double[] errors = new double[rows];
    for (int i = 0; i < rows; i++) {
      errors[i] = (y[i] - fitted.get(i)) / Math.max(LEAST_SHARE, 1 - ridge.leverages()[i]);
    }
    return errors;
  }
}

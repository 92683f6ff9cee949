package io.otd.train.encoding;

import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Predictions of each row by a ridge regression on all others, on the inputs and on random hidden
 * units of them: a network whose first layer is left as it was drawn. No row is fitted twice: the
 * error on a row that is left out is {@code e_i / (1 - h_ii)}, with the fitted error e and the
 * leverage h (Allen 1974, the PRESS statistic).
 */
final class LeaveOneOut {
  private static final int HIDDEN = 64;
  private static final int MOST_INPUTS = 300;
  private static final double[] PENALTIES = {1e-3, 1e-2, 1e-1, 1};

  private final DMatrixRMaj features;
  private final int rows;

  /**
   * Draws the hidden units, the same ones for the same sizes.
   *
   * @param x {@code [rows, width]}, standardised
   */
  LeaveOneOut(float[] x, int rows, int width) {
    this.rows = rows;
    int linear = width <= MOST_INPUTS ? width : 0;
    int hidden = linear == 0 ? MOST_INPUTS : HIDDEN;
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
  }

  /**
   * Errors of the predictions, with the penalty whose squares are least.
   *
   * @param y {@code [rows]}
   * @return observed minus predicted
   */
  double[] errors(double[] y) {
    DMatrixRMaj target = new DMatrixRMaj(rows, 1, true, y.clone());
    double[] best = y.clone();
    double least = Double.POSITIVE_INFINITY;
    for (double penalty : PENALTIES) {
      double[] errors = errors(target, penalty * rows);
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

  private double[] errors(DMatrixRMaj y, double penalty) {
    int width = features.numCols;
    DMatrixRMaj inverse = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multInner(features, inverse);
    // All but the constant are drawn to 0; a little of it keeps the matrix regular.
    for (int j = 0; j < width; j++) {
      inverse.add(j, j, j == 0 ? 1e-9 * rows : penalty);
    }
    CommonOps_DDRM.invert(inverse);
    DMatrixRMaj weights = new DMatrixRMaj(rows, width);
    CommonOps_DDRM.mult(features, inverse, weights);
    DMatrixRMaj projected = new DMatrixRMaj(width, 1);
    CommonOps_DDRM.multTransA(features, y, projected);
    DMatrixRMaj fitted = new DMatrixRMaj(rows, 1);
    CommonOps_DDRM.mult(weights, projected, fitted);
    double[] errors = new double[rows];
    for (int i = 0; i < rows; i++) {
      double leverage = 0;
      for (int j = 0; j < width; j++) {
        leverage += weights.get(i, j) * features.get(i, j);
      }
      errors[i] = (y.get(i) - fitted.get(i)) / Math.max(1e-3, 1 - leverage);
    }
    return errors;
  }
}

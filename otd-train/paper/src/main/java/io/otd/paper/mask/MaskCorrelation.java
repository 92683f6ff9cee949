// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.mask;

import io.otd.core.internal.check.Check;

/**
 * Pearson's correlation of each pair of mask units (paper, "Bimodal Dataset", the correlation of
 * the transported masks). Immutable.
 *
 * @implNote A unit that does not vary has no correlation; it is given as 0 with the others, 1 with
 *     itself.
 */
public final class MaskCorrelation {
  private final double[][] matrix;

  private MaskCorrelation(double[][] matrix) {
    this.matrix = matrix;
  }

  /**
   * The correlations of a sample.
   *
   * @param sample {@code [K, d_z]}, K at least 2
   * @throws IllegalStateException if there is only one draw
   */
  public static MaskCorrelation of(MaskSample sample) {
    double[][] matrix = sample.covariance();
    int width = matrix.length;
    double[] deviations = new double[width];
    for (int i = 0; i < width; i++) {
      deviations[i] = Math.sqrt(matrix[i][i]);
    }
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        double scale = deviations[i] * deviations[j];
        double r = scale > 0 ? matrix[i][j] / scale : 0;
        matrix[i][j] = i == j ? 1 : Math.max(-1, Math.min(1, r));
      }
    }
    return new MaskCorrelation(matrix);
  }

  /** The matrix {@code [d_z][d_z]}, each inside [-1, 1]; a copy. */
  public double[][] matrix() {
    double[][] result = new double[matrix.length][];
    for (int i = 0; i < result.length; i++) {
      result[i] = matrix[i].clone();
    }
    return result;
  }

  /** The largest absolute correlation of two different units; 0 for a single unit. */
  public double largest() {
    double largest = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < i; j++) {
        largest = Math.max(largest, Math.abs(matrix[i][j]));
      }
    }
    return largest;
  }

  /** The mean absolute correlation of two different units; 0 for a single unit. */
  public double meanAbsolute() {
    double sum = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += Math.abs(matrix[i][j]);
      }
    }
    return pairs() == 0 ? 0 : sum / pairs();
  }

  /**
   * The share of pairs of different units with an absolute correlation above a bound; 0 for a
   * single unit.
   *
   * @param bound inside [0, 1]
   * @throws IllegalArgumentException if the bound is out of range
   */
  public double shareAbove(double bound) {
    Check.that(bound >= 0 && bound <= 1, "correlation bound", bound, "inside [0, 1]");
    int above = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < i; j++) {
        above += Math.abs(matrix[i][j]) > bound ? 1 : 0;
      }
    }
    return pairs() == 0 ? 0 : above / pairs();
  }

  private double pairs() {
    return matrix.length * (matrix.length - 1.0) / 2;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.mask;

import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.Objects;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Principal components of masks: orthonormal directions of largest variance, the eigenvectors of
 * the covariance (paper, figure of the bimodal experiment). Immutable.
 *
 * @implNote The sign of an eigenvector is arbitrary; here its entry of largest magnitude is
 *     positive, so that two runs give the same picture.
 */
public final class PrincipalComponents {
  private final double[] mean;
  private final double[] variances;
  private final double[][] directions;

  private PrincipalComponents(double[] mean, double[] variances, double[][] directions) {
    this.mean = mean;
    this.variances = variances;
    this.directions = directions;
  }

  /**
   * The components of a sample, all d_z of them.
   *
   * @param sample {@code [K, d_z]}, K at least 2
   * @throws IllegalStateException if there is only one draw or the eigenproblem is not solved
   */
  public static PrincipalComponents of(MaskSample sample) {
    DMatrixRMaj covariance = new DMatrixRMaj(sample.covariance());
    int width = sample.width();
    EigenDecomposition_F64<DMatrixRMaj> solver = DecompositionFactory_DDRM.eig(width, true, true);
    if (!solver.decompose(covariance)) {
      throw new IllegalStateException(
          "principal components of " + width + " units: the eigenproblem was not solved");
    }
    double[] descending = new double[width];
    Arrays.setAll(descending, i -> -solver.getEigenvalue(i).getReal());
    int[] order = RowWeights.ascending(descending);
    double[] mean = new double[width];
    double[] variances = new double[width];
    double[][] directions = new double[width][];
    for (int c = 0; c < width; c++) {
      mean[c] = sample.mean(c);
      // Rounding leaves eigenvalues of 0 slightly negative.
      variances[c] = Math.max(0, solver.getEigenvalue(order[c]).getReal());
      directions[c] = signed(solver.getEigenVector(order[c]).getData().clone());
    }
    return new PrincipalComponents(mean, variances, directions);
  }

  /** Number of components, d_z. */
  public int count() {
    return variances.length;
  }

  /** The variance along a component, in descending order from component 0. */
  public double variance(int component) {
    return variances[Objects.checkIndex(component, count())];
  }

  /** The component's share of the summed variance; 0 if nothing varies. */
  public double share(int component) {
    double sum = sum();
    return sum > 0 ? variance(component) / sum : 0;
  }

  /** The direction of a component, {@code [d_z]} of length 1, a copy. */
  public double[] direction(int component) {
    return directions[Objects.checkIndex(component, count())].clone();
  }

  /**
   * The effective rank {@code 1 / sum_c share_c^2}, the participation ratio of the variances: 1
   * where one direction has all variance, d_z where all have the same; 0 if nothing varies.
   */
  public double effectiveRank() {
    double squares = 0;
    for (double variance : variances) {
      squares += variance * variance;
    }
    return squares > 0 ? sum() * sum() / squares : 0;
  }

  /**
   * Coordinates of masks along the first components, about the mean of the sample they were
   * computed from: the masks of another distribution may be shown for comparison.
   *
   * @param sample {@code [K, d_z]}
   * @param components how many, from 1 to d_z
   * @return {@code [K][components]}
   * @throws IllegalArgumentException if the widths differ or there are fewer components
   */
  public double[][] project(MaskSample sample, int components) {
    if (sample.width() != count() || components < 1 || components > count()) {
      throw new IllegalArgumentException(
          "masks of %s units on %s components (expected: %s units, 1 to %s components)"
              .formatted(sample.width(), components, count(), count()));
    }
    double[][] result = new double[sample.draws()][components];
    for (int k = 0; k < result.length; k++) {
      for (int c = 0; c < components; c++) {
        double sum = 0;
        for (int j = 0; j < count(); j++) {
          sum += (sample.get(k, j) - mean[j]) * directions[c][j];
        }
        result[k][c] = sum;
      }
    }
    return result;
  }

  private double sum() {
    double sum = 0;
    for (double variance : variances) {
      sum += variance;
    }
    return sum;
  }

  private static double[] signed(double[] direction) {
    double largest = 0;
    for (double entry : direction) {
      largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
    }
    if (largest < 0) {
      for (int j = 0; j < direction.length; j++) {
        direction[j] = -direction[j];
      }
    }
    return direction;
  }
}

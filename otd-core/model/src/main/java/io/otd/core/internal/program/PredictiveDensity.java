// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.Density;
import java.util.List;

/**
 * The density that a model's output law gives to observations: a mixture, with equal weights, of
 * the laws of all passes of all members, and not an estimate from draws.
 *
 * @param model whose output law has a density
 * @param members calibration of each member's spread about the mean of its own mixture: pass k is
 *     of member {@code k mod M}
 * @param spread calibration about the mean of the whole mixture
 */
public record PredictiveDensity(
    ModelSpec model, List<SpreadCalibration> members, SpreadCalibration spread) {
  /** Keeps the order. */
  public PredictiveDensity {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members: none (expected: at least one)");
    }
  }

  /**
   * The log density of each row's observation under each pass: the mixture's is their log mean.
   *
   * @param raw what the passes give, {@code [P, n, w]}, row-major, from {@link EnsembleSampler#raw}
   * @param observed {@code [n][d_y]}, in the network's units
   * @return natural logarithm, {@code [n][P]}
   * @throws IllegalArgumentException if the model has no density
   */
  public double[][] logDensities(float[] raw, double[][] observed) {
    Density density =
        model
            .law()
            .density()
            .orElseThrow(() -> new IllegalArgumentException("no density: " + model.law()));
    int rows = observed.length;
    int width = model.width();
    int passes = raw.length / (rows * width);
    double[][] result = new double[rows][passes];
    double[][] each = new double[passes][width];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < passes; k++) {
        for (int j = 0; j < width; j++) {
          each[k][j] = raw[(k * rows + i) * width + j];
        }
      }
      double[] pooled = unscaled(density, each, 0, 1, spread, observed[i]);
      for (int m = 0; m < members.size(); m++) {
        SpreadCalibration own = members.get(m);
        double[] at = unscaled(density, each, m, members.size(), own, pooled);
        double logScale = at.length * Math.log(spread.factor() * own.factor());
        for (int k = m; k < passes; k += members.size()) {
          result[i][k] = density.logDensity(each[k], at) - logScale;
        }
      }
    }
    return result;
  }

  /** The point that a calibration about the mean of every so many passes carries to another. */
  private static double[] unscaled(
      Density density,
      double[][] passes,
      int first,
      int every,
      SpreadCalibration spread,
      double[] point) {
    if (spread.factor() == 1) {
      return point;
    }
    double[] center = new double[point.length];
    int count = 0;
    for (int k = first; k < passes.length; k += every) {
      double[] mean = density.mean(passes[k], point.length);
      for (int j = 0; j < center.length; j++) {
        center[j] += mean[j];
      }
      count++;
    }
    double[] at = new double[point.length];
    for (int j = 0; j < at.length; j++) {
      double mean = center[j] / count;
      at[j] = mean + (point[j] - mean) / spread.factor();
    }
    return at;
  }
}

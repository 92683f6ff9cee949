// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.Density;
import java.util.List;

/**
 * The density that output laws give to observations, and not an estimate from draws: a mixture of
 * the laws of all passes of all members, with equal weights within a component. The components of a
 * pool have the weights by which their draws are pooled.
 *
 * @param components whose output laws have a density; each member's calibration is about the mean
 *     of its own mixture: pass k of a component is of member {@code k mod M}
 * @param spread calibration about the mean of the whole mixture
 */
public record PredictiveDensity(List<Component> components, SpreadCalibration spread) {
  /** Keeps the order. */
  public PredictiveDensity {
    components = List.copyOf(components);
    if (components.isEmpty()) {
      throw new IllegalArgumentException("components: none (expected: at least one)");
    }
  }

  /**
   * Whether the laws of all components have a density.
   *
   * @param components specification of each component of a model
   */
  public static boolean known(List<ModelSpec> components) {
    return components.stream().allMatch(component -> component.law().density().isPresent());
  }

  /**
   * The log density of each row's observation under each pass, plus the log of the pass's weight
   * over the mean weight: the mixture's is their log mean.
   *
   * @param raw of each component, what its passes give, {@code [P_c, n, w_c]}, row-major, from
   *     {@link EnsembleSampler#raw}
   * @param observed {@code [n][d_y]}, in the network's units
   * @return natural logarithm, {@code [n][P]}, the passes of one component after another's
   * @throws IllegalArgumentException if a component has no density
   */
  public double[][] logDensities(List<float[]> raw, double[][] observed) {
    double sum = components.stream().mapToDouble(Component::weight).sum();
    double[][] result = new double[observed.length][];
    for (int i = 0; i < result.length; i++) {
      double[][][] passes = new double[components.size()][][];
      int all = 0;
      for (int c = 0; c < passes.length; c++) {
        passes[c] = passes(components.get(c).spec(), raw.get(c), i, observed.length);
        all += passes[c].length;
      }
      double[] pooled = pooled(passes, sum, observed[i]);
      result[i] = new double[all];
      for (int c = 0, to = 0; c < passes.length; to += passes[c].length, c++) {
        Component component = components.get(c);
        double logShare = Math.log(component.weight() / sum * all / passes[c].length);
        ofMembers(component, passes[c], pooled, logShare - scale(spread, pooled), result[i], to);
      }
    }
    return result;
  }

  /** The outputs of a component's passes for a row. */
  private static double[][] passes(ModelSpec model, float[] raw, int row, int rows) {
    int width = model.width();
    double[][] passes = new double[raw.length / (rows * width)][width];
    for (int k = 0; k < passes.length; k++) {
      for (int j = 0; j < width; j++) {
        passes[k][j] = raw[(k * rows + row) * width + j];
      }
    }
    return passes;
  }

  /** The point that the calibration about the mean of the whole mixture carries to another. */
  private double[] pooled(double[][][] passes, double sum, double[] point) {
    double[] center = new double[point.length];
    for (int c = 0; c < passes.length; c++) {
      double[] mean = mean(density(components.get(c)), passes[c], 0, 1, point.length);
      for (int j = 0; j < center.length; j++) {
        center[j] += components.get(c).weight() / sum * mean[j];
      }
    }
    return unscaled(center, spread, point);
  }

  /** Writes the log densities of a component's passes, each plus a constant. */
  private static void ofMembers(
      Component component,
      double[][] passes,
      double[] point,
      double constant,
      double[] to,
      int at) {
    Density density = density(component);
    int members = component.members().size();
    for (int m = 0; m < members; m++) {
      SpreadCalibration own = component.members().get(m).spread();
      double[] center = mean(density, passes, m, members, point.length);
      double[] before = unscaled(center, own, point);
      for (int k = m; k < passes.length; k += members) {
        to[at + k] = density.logDensity(passes[k], before) + constant - scale(own, point);
      }
    }
  }

  private static Density density(Component component) {
    return component
        .spec()
        .law()
        .density()
        .orElseThrow(() -> new IllegalArgumentException("no density: " + component.spec().law()));
  }

  /** Log of the volume that a calibration makes of one. */
  private static double scale(SpreadCalibration spread, double[] point) {
    return point.length * Math.log(spread.factor());
  }

  /** The mean of the mixture of every so many passes. */
  private static double[] mean(
      Density density, double[][] passes, int first, int every, int outputs) {
    double[] sum = new double[outputs];
    int count = 0;
    for (int k = first; k < passes.length; k += every) {
      double[] mean = density.mean(passes[k], outputs);
      for (int j = 0; j < outputs; j++) {
        sum[j] += mean[j];
      }
      count++;
    }
    for (int j = 0; j < outputs; j++) {
      sum[j] /= count;
    }
    return sum;
  }

  /** The point that a calibration about a center carries to another. */
  private static double[] unscaled(double[] center, SpreadCalibration spread, double[] point) {
    if (spread.factor() == 1) {
      return point;
    }
    double[] at = new double[point.length];
    for (int j = 0; j < at.length; j++) {
      at[j] = center[j] + (point[j] - center[j]) / spread.factor();
    }
    return at;
  }
}

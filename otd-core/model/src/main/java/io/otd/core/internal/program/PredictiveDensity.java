// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.Density;
import java.util.Arrays;
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
      Affine pool = pool(passes, sum, observed[i].length);
      double[] pooled = pool.before(observed[i]);
      result[i] = new double[all];
      for (int c = 0, to = 0; c < passes.length; to += passes[c].length, c++) {
        Component component = components.get(c);
        double logShare = Math.log(component.weight() / sum * all / passes[c].length);
        ofMembers(component, passes[c], pooled, logShare - pool.logVolume(), result[i], to);
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

  /** The calibration about the mean of the whole mixture. */
  private Affine pool(double[][][] passes, double sum, int outputs) {
    Moments all = new Moments(outputs);
    for (int c = 0; c < passes.length; c++) {
      all.add(density(components.get(c)), passes[c], 0, 1, components.get(c).weight() / sum);
    }
    return all.calibrated(spread);
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
      Moments mixture = new Moments(point.length);
      mixture.add(density, passes, m, members, 1);
      Affine own = mixture.calibrated(component.members().get(m).spread());
      double[] before = own.before(point);
      for (int k = m; k < passes.length; k += members) {
        to[at + k] = density.logDensity(passes[k], before) + constant - own.logVolume();
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

  /**
   * A calibration of a row, {@code center + factor (y - center)}.
   *
   * @param center {@code [d_y]}
   */
  private record Affine(double[] center, double factor) {
    /** The point that is carried to another. */
    double[] before(double[] point) {
      if (factor == 1) {
        return point;
      }
      double[] at = new double[point.length];
      Arrays.setAll(at, j -> center[j] + (point[j] - center[j]) / factor);
      return at;
    }

    /** Log of the volume that becomes of one. */
    double logVolume() {
      return center.length * Math.log(factor);
    }
  }

  /** Mean and variance of a mixture of passes. */
  private static final class Moments {
    private final double[] mean;
    private final double[] square;

    Moments(int outputs) {
      mean = new double[outputs];
      square = new double[outputs];
    }

    /** Adds the mixture of every so many passes. */
    void add(Density density, double[][] passes, int first, int every, double weight) {
      int count = (passes.length - first + every - 1) / every;
      for (int k = first; k < passes.length; k += every) {
        double[] means = density.mean(passes[k], mean.length);
        double[] variances = density.variance(passes[k], mean.length);
        for (int j = 0; j < mean.length; j++) {
          mean[j] += weight * means[j] / count;
          square[j] += weight * (variances[j] + means[j] * means[j]) / count;
        }
      }
    }

    Affine calibrated(SpreadCalibration spread) {
      double variance = 0;
      for (int j = 0; j < mean.length; j++) {
        variance += Math.max(0, square[j] - mean[j] * mean[j]) / mean.length;
      }
      return new Affine(mean, spread.factor(variance));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.Density;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The density that output laws give to observations, and not an estimate from draws: a mixture of
 * the laws of all passes of all members, with equal weights within a component. The components of a
 * pool have the weights by which their draws are pooled.
 *
 * @param components whose output laws have a density; each member's calibration is about the mean
 *     of its own mixture: pass k of a component is of member {@code k mod M}
 * @param spread calibration about the mean of the whole mixture, after that of its members
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
   * @param groups of the rows, {@code [n]}
   * @return natural logarithm, {@code [n][P]}, the passes of one component after another's
   * @throws IllegalArgumentException if a component has no density
   */
  public double[][] logDensities(List<float[]> raw, double[][] observed, List<RowGroup> groups) {
    double[][] result = new double[observed.length][];
    for (int i = 0; i < result.length; i++) {
      double[] point = observed[i];
      List<Passes> passes = new ArrayList<>();
      for (int c = 0; c < components.size(); c++) {
        double[][] outputs = passes(components.get(c).spec(), raw.get(c), i, observed.length);
        passes.add(Passes.of(components.get(c), outputs, point.length));
      }
      result[i] = logDensities(passes, point, spread.of(groups.get(i)));
    }
    return result;
  }

  /** Of the passes of a row. */
  private double[] logDensities(List<Passes> passes, double[] point, SpreadCalibration ofRow) {
    double sum = components.stream().mapToDouble(Component::weight).sum();
    Moments mixture = new Moments(point.length);
    int all = 0;
    for (Passes of : passes) {
      of.addTo(mixture, of.component.weight() / sum);
      all += of.outputs.length;
    }
    Affine pool = mixture.calibrated(ofRow);
    double[] pooled = pool.before(point);
    double[] result = new double[all];
    int to = 0;
    for (Passes of : passes) {
      double logShare = Math.log(of.component.weight() / sum * all / of.outputs.length);
      of.logDensities(pooled, logShare - pool.logVolume(), result, to);
      to += of.outputs.length;
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

  /**
   * The passes of a component for a row.
   *
   * @param outputs of each pass, as many of each member
   * @param members the mixture of each member's passes
   */
  private record Passes(
      Component component, Density density, double[][] outputs, List<Moments> members) {
    static Passes of(Component component, double[][] outputs, int width) {
      Density density = PredictiveDensity.of(component);
      List<Moments> members = new ArrayList<>();
      int count = component.members().size();
      for (int m = 0; m < count; m++) {
        Moments own = new Moments(width);
        own.add(density, outputs, m, count);
        members.add(own);
      }
      return new Passes(component, density, outputs, members);
    }

    private Affine own(int member) {
      return members.get(member).calibrated(component.members().get(member).spread());
    }

    /** Adds the mixture of the calibrated members. */
    void addTo(Moments mixture, double weight) {
      for (int m = 0; m < members.size(); m++) {
        mixture.add(members.get(m), own(m).factor(), weight / members.size());
      }
    }

    /** Writes the log density of each pass, plus a constant. */
    void logDensities(double[] point, double constant, double[] to, int at) {
      for (int m = 0; m < members.size(); m++) {
        Affine own = own(m);
        double[] before = own.before(point);
        for (int k = m; k < outputs.length; k += members.size()) {
          to[at + k] = density.logDensity(outputs[k], before) + constant - own.logVolume();
        }
      }
    }
  }

  private static Density of(Component component) {
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

  /** Mean and variance of a mixture. */
  private static final class Moments {
    private final double[] mean;
    private final double[] square;

    Moments(int outputs) {
      mean = new double[outputs];
      square = new double[outputs];
    }

    /** Adds the mixture of every so many passes. */
    void add(Density density, double[][] passes, int first, int every) {
      int count = (passes.length - first + every - 1) / every;
      for (int k = first; k < passes.length; k += every) {
        double[] means = density.mean(passes[k], mean.length);
        double[] variances = density.variance(passes[k], mean.length);
        for (int j = 0; j < mean.length; j++) {
          mean[j] += means[j] / count;
          square[j] += (variances[j] + means[j] * means[j]) / count;
        }
      }
    }

    /** Adds another mixture, scaled about its own mean. */
    void add(Moments other, double factor, double weight) {
      for (int j = 0; j < mean.length; j++) {
        double center = other.mean[j];
        mean[j] += weight * center;
        square[j] += weight * (factor * factor * other.variance(j) + center * center);
      }
    }

    private double variance(int output) {
      return Math.max(0, square[output] - mean[output] * mean[output]);
    }

    Affine calibrated(SpreadCalibration spread) {
      double variance = 0;
      for (int j = 0; j < mean.length; j++) {
        variance += variance(j) / mean.length;
      }
      return new Affine(mean, spread.factor(variance));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import io.otd.core.internal.array.Means;
import io.otd.core.internal.array.Observations;
import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The density of a row as a mixture of Gaussian kernel densities of its draws, which differ in the
 * width of the kernels: stacked density estimation (Smyth and Wolpert 1999). Some widths are the
 * same for all rows, others follow the spread of the row's own draws. Wide kernels are the tails.
 *
 * <p>The weights maximise the likelihood of validation rows. Each component integrates to 1, the
 * weights have sum 1, and no test row is used for the choice: the mixture is a density like any
 * other.
 *
 * @param kernels with weights above 0 of sum 1
 */
public record StackedKernels(List<Kernel> kernels) {
  /**
   * The smallest width of all: it bounds the likelihood of predictions without spread, as {@link
   * BandwidthSelection#WIDTHS} does.
   */
  public static final double FLOOR = 1e-3;

  /** Kernels that are stacked, before any is left out. */
  static final List<Width> CANDIDATES =
      Stream.concat(
              sizes(FLOOR, 11).mapToObj(size -> new Width(Unit.FIXED, size)),
              sizes(1.0 / 16, 7).mapToObj(size -> new Width(Unit.RELATIVE, size)))
          .toList();

  /** A component with less weight is left out, except the widest. */
  private static final double SMALLEST_WEIGHT = 1e-3;

  /** More rows make the weights no better that matters, but the fit slower. */
  private static final int MOST_ROWS = 2000;

  /** Distance of a row's likelihood from the largest, in nats. */
  private static final double TOLERANCE = 1e-5;

  private static final int MOST_STEPS = 2000;
  private static final double ROUNDING = 1e-9;

  /** Checks the weights. */
  public StackedKernels {
    kernels = List.copyOf(kernels);
    double sum = kernels.stream().mapToDouble(Kernel::weight).sum();
    Check.that(Math.abs(sum - 1) < ROUNDING, "sum of the weights", sum, "1");
  }

  /** The unit of a kernel's width. */
  public enum Unit {
    /** In the units of the draws, the same for all rows. */
    FIXED,
    /** In standard deviations of the row's draws, divisor K. */
    RELATIVE
  }

  /**
   * Width of a kernel.
   *
   * @param unit of the size
   * @param size above 0, finite
   */
  public record Width(Unit unit, double size) {
    /** Checks the size. */
    public Width {
      Check.positive("kernel size", size);
    }

    /** The width for draws with a standard deviation. */
    double of(double deviation) {
      return unit == Unit.FIXED ? size : Math.max(size * deviation, FLOOR);
    }
  }

  /**
   * A component.
   *
   * @param width of its kernels
   * @param weight in (0, 1]
   */
  public record Kernel(Width width, double weight) {
    /** Checks the weight. */
    public Kernel {
      Check.that(weight > 0 && weight <= 1, "kernel weight", weight, "in (0, 1]");
    }
  }

  private static DoubleStream sizes(double first, int count) {
    return IntStream.range(0, count).mapToDouble(i -> first * (1 << i));
  }

  /**
   * The weights of largest likelihood, by expectation and maximisation: the problem is concave. One
   * row is added that only the widest kernels of a row's own spread explain, so that an observation
   * far from all draws has a density even if there are no such validation rows.
   *
   * @param validation {@code [K, n, d_y]}, standardised
   * @param observed {@code [n][d_y]}, finite, standardised likewise
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static StackedKernels fit(Draws validation, double[][] observed) {
    return fit(validation, observed, RowWeights.equal(observed.length).of());
  }

  /**
   * The same by rows that do not count the same.
   *
   * @param rowWeights {@code [n]}, above 0; that of the row which is added is 1
   */
  public static StackedKernels fit(Draws validation, double[][] observed, double[] rowWeights) {
    Observations.check(validation.rows(), validation.outputs(), observed);
    int rows = Math.min(observed.length, MOST_ROWS);
    double[][] densities = new double[rows][];
    double[] counted = new double[rows];
    for (int i = 0; i < rows; i++) {
      int row = (int) ((long) i * observed.length / rows);
      densities[i] = relativeDensities(validation, row, observed[row]);
      counted[i] = rowWeights[row];
    }
    double[] weights = weights(densities, counted);
    int widest = CANDIDATES.size() - 1;
    for (int j = 0; j < widest; j++) {
      weights[j] = weights[j] < SMALLEST_WEIGHT ? 0 : weights[j];
    }
    double sum = Arrays.stream(weights).sum();
    List<Kernel> kernels = new ArrayList<>();
    for (int j = 0; j <= widest; j++) {
      if (weights[j] > 0) {
        kernels.add(new Kernel(CANDIDATES.get(j), weights[j] / sum));
      }
    }
    return new StackedKernels(kernels);
  }

  /** The density of a row's observation under each candidate, over the largest of them. */
  private static double[] relativeDensities(Draws draws, int row, double[] observed) {
    double[][] values = draws.byOutput(row);
    double[] deviations = deviations(values);
    double[] logs =
        CANDIDATES.stream()
            .mapToDouble(width -> logDensity(width, values, deviations, observed))
            .toArray();
    double largest = Arrays.stream(logs).max().orElseThrow();
    return Arrays.stream(logs)
        .map(log -> Double.isInfinite(largest) ? 1 : Math.exp(log - largest))
        .toArray();
  }

  /**
   * The weights.
   *
   * @param densities of each row under each component, up to a factor of the row, {@code [n][J]}
   * @param counted how much each row counts, {@code [n]}
   * @return {@code [J]}
   */
  static double[] weights(double[][] densities, double[] counted) {
    double all = new RowWeights(counted).sum() + 1;
    int count = densities[0].length;
    double[] weights = new double[count];
    Arrays.fill(weights, 1.0 / count);
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] gain = new double[count];
      for (int i = 0; i < densities.length; i++) {
        double[] row = densities[i];
        double mixture = 0;
        for (int j = 0; j < count; j++) {
          mixture += weights[j] * row[j];
        }
        for (int j = 0; j < count; j++) {
          gain[j] += counted[i] * (row[j] / mixture);
        }
      }
      gain[count - 1] += 1 / weights[count - 1];
      double largest = 0;
      for (int j = 0; j < count; j++) {
        gain[j] /= all;
        largest = Math.max(largest, gain[j]);
        weights[j] *= gain[j];
      }
      // By concavity the mean log-likelihood is at most log(largest) below its maximum.
      if (Math.log(largest) < TOLERANCE) {
        break;
      }
    }
    return weights;
  }

  /**
   * {@code log f(y)} of one row.
   *
   * @param draws {@code [d_y][K]}
   * @param y {@code [d_y]}
   * @return natural logarithm of the joint density, per unit of the draws
   */
  double logDensity(double[][] draws, double[] y) {
    double[] deviations = deviations(draws);
    double[] logs = new double[kernels.size()];
    Arrays.setAll(
        logs,
        j ->
            Math.log(kernels.get(j).weight())
                + logDensity(kernels.get(j).width(), draws, deviations, y));
    return LogSumExp.of(logs);
  }

  private static double logDensity(Width width, double[][] draws, double[] deviations, double[] y) {
    return KernelSum.logDensity(draws, Arrays.stream(deviations).map(width::of).toArray(), y);
  }

  private static double[] deviations(double[][] draws) {
    return Arrays.stream(draws).mapToDouble(StackedKernels::deviation).toArray();
  }

  private static double deviation(double[] draws) {
    double mean = Means.of(draws);
    double squares = 0;
    for (double y : draws) {
      squares += (y - mean) * (y - mean);
    }
    return Math.sqrt(squares / draws.length);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.mask;

import java.util.Objects;

/** Masks drawn from one law, {@code [K, d_z]}: K draws of d_z units. Immutable. */
public final class MaskSample {
  private final int draws;
  private final int width;
  private final double[] values;

  /**
   * Takes row-major values {@code [K, d_z]}; the array is copied.
   *
   * @param draws K, at least 1
   * @param width d_z, at least 1
   * @param values finite
   * @throws IllegalArgumentException if a size is wrong or a value is not finite
   */
  public MaskSample(int draws, int width, double[] values) {
    if (draws < 1 || width < 1 || values.length != (long) draws * width) {
      throw new IllegalArgumentException(
          "masks [%s, %s]: %s values (expected: their product, sizes >= 1)"
              .formatted(draws, width, values.length));
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "mask %s of unit %s: %s (expected: finite)".formatted(i / width, i % width, values[i]));
      }
    }
    this.draws = draws;
    this.width = width;
    this.values = values.clone();
  }

  /**
   * The same from single precision, as returned by a program.
   *
   * @param draws K, at least 1
   * @param width d_z, at least 1
   * @param values {@code [K, d_z]}, finite
   * @throws IllegalArgumentException if a size is wrong or a value is not finite
   */
  public static MaskSample of(int draws, int width, float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return new MaskSample(draws, width, wide);
  }

  /** K. */
  public int draws() {
    return draws;
  }

  /** d_z. */
  public int width() {
    return width;
  }

  /**
   * One value.
   *
   * @throws IndexOutOfBoundsException if there is no such draw or unit
   */
  public double get(int draw, int unit) {
    return values[Objects.checkIndex(draw, draws) * width + Objects.checkIndex(unit, width)];
  }

  /** All values, {@code [K, d_z]} row-major, a copy; what a histogram is made of. */
  public double[] values() {
    return values.clone();
  }

  /** The mean of one unit. */
  public double mean(int unit) {
    double sum = 0;
    for (int k = 0; k < draws; k++) {
      sum += get(k, unit);
    }
    return sum / draws;
  }

  /** The standard deviation of one unit, divisor K. */
  public double standardDeviation(int unit) {
    double mean = mean(unit);
    double squares = 0;
    for (int k = 0; k < draws; k++) {
      squares += (get(k, unit) - mean) * (get(k, unit) - mean);
    }
    return Math.sqrt(squares / draws);
  }

  /** The mean over the units of their standard deviations. */
  public double meanStandardDeviation() {
    double sum = 0;
    for (int j = 0; j < width; j++) {
      sum += standardDeviation(j);
    }
    return sum / width;
  }

  /**
   * The share of saturated entries: those below {@code margin} or above {@code 1 - margin}.
   *
   * @param margin inside (0, 0.5); the report uses 0.05
   * @throws IllegalArgumentException if the margin is out of range
   */
  public double saturated(double margin) {
    if (!(margin > 0 && margin < .5)) {
      throw new IllegalArgumentException(
          "saturation margin: " + margin + " (expected: inside (0, 0.5))");
    }
    int count = 0;
    for (double value : values) {
      count += value < margin || value > 1 - margin ? 1 : 0;
    }
    return (double) count / values.length;
  }

  /**
   * The covariance of the units, {@code [d_z][d_z]}, divisor K - 1.
   *
   * @throws IllegalStateException if there is only one draw
   */
  public double[][] covariance() {
    if (draws < 2) {
      throw new IllegalStateException("masks: 1 draw (expected: at least 2 for a covariance)");
    }
    double[] means = new double[width];
    for (int j = 0; j < width; j++) {
      means[j] = mean(j);
    }
    double[][] sums = new double[width][width];
    double[] centred = new double[width];
    for (int k = 0; k < draws; k++) {
      for (int j = 0; j < width; j++) {
        centred[j] = values[k * width + j] - means[j];
      }
      for (int i = 0; i < width; i++) {
        for (int j = 0; j <= i; j++) {
          sums[i][j] += centred[i] * centred[j];
        }
      }
    }
    for (int i = 0; i < width; i++) {
      for (int j = 0; j <= i; j++) {
        sums[i][j] /= draws - 1;
        sums[j][i] = sums[i][j];
      }
    }
    return sums;
  }
}

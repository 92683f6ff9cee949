// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.mask;

import io.otd.core.internal.check.Check;
import io.otd.core.metrics.Draws;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Masks drawn from one law: draws of one row, whose outputs are the units.
 *
 * @param of {@code [K, 1, d_z]}
 */
public record MaskSample(Draws of) {
  /**
   * Takes row-major values.
   *
   * @param draws K, at least 1
   * @param width d_z, at least 1
   * @param values {@code [K, d_z]}, finite
   * @throws IllegalArgumentException if a size is wrong or a value is not finite
   */
  public MaskSample(int draws, int width, double[] values) {
    this(new Draws(draws, 1, width, values));
  }

  /** The same from single precision, as returned by a program. */
  public static MaskSample of(int draws, int width, float[] values) {
    return new MaskSample(Draws.of(draws, 1, width, values));
  }

  /** K. */
  public int draws() {
    return of.draws();
  }

  /** d_z. */
  public int width() {
    return of.outputs();
  }

  /** The value of a unit in a draw. */
  public double get(int draw, int unit) {
    return of.get(draw, 0, unit);
  }

  /** All values, unit by unit. */
  public double[] values() {
    return IntStream.range(0, width())
        .mapToObj(unit -> of.of(0, unit))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** Mean of a unit. */
  public double mean(int unit) {
    return of.mean(0, unit);
  }

  /** Standard deviation of a unit, divisor K, mean over the units. */
  public double meanStandardDeviation() {
    return IntStream.range(0, width())
        .mapToDouble(unit -> of.standardDeviation(0, unit))
        .average()
        .orElseThrow();
  }

  /**
   * The share of saturated entries: those below {@code margin} or above {@code 1 - margin}.
   *
   * @param margin inside (0, 0.5); the report uses 0.05
   * @throws IllegalArgumentException if the margin is out of range
   */
  public double saturated(double margin) {
    Check.that(margin > 0 && margin < .5, "saturation margin", margin, "inside (0, 0.5)");
    return Arrays.stream(values())
        .map(value -> value < margin || value > 1 - margin ? 1 : 0)
        .average()
        .orElseThrow();
  }

  /**
   * The covariance of the units, {@code [d_z][d_z]}, divisor K - 1.
   *
   * @throws IllegalStateException if there is only one draw
   */
  public double[][] covariance() {
    if (draws() < 2) {
      throw new IllegalStateException("masks: 1 draw (expected: at least 2 for a covariance)");
    }
    double[][] centred = new double[width()][];
    for (int j = 0; j < centred.length; j++) {
      double mean = mean(j);
      centred[j] = Arrays.stream(of.of(0, j)).map(value -> value - mean).toArray();
    }
    double[][] covariance = new double[centred.length][centred.length];
    for (int i = 0; i < centred.length; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k < draws(); k++) {
          sum += centred[i][k] * centred[j][k];
        }
        covariance[i][j] = sum / (draws() - 1);
        covariance[j][i] = covariance[i][j];
      }
    }
    return covariance;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.density.LikelihoodScale;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Draws and observations for tests. */
public final class Samples {
  private Samples() {}

  /** Draws of a golden array {@code [K, n, d_y]}. */
  public static Draws golden(JsonNode samples) {
    int[] shape = Golden.shape(samples);
    return new Draws(shape[0], shape[1], shape[2], Golden.doubles(samples));
  }

  /** Draws of one row of one output. */
  public static Draws oneRow(double... draws) {
    return new Draws(draws.length, 1, 1, draws);
  }

  /** One row of one output. */
  public static double[][] observed(double value) {
    return new double[][] {{value}};
  }

  /** Log densities of each row under its kernel density, {@code [n]}. */
  public static double[] logDensities(Draws draws, double[][] observed, Bandwidth bandwidth) {
    double[] result = new double[observed.length];
    Arrays.setAll(
        result,
        i ->
            KdeLikelihood.logDensity(
                IntStream.range(0, draws.outputs())
                    .mapToObj(j -> draws.of(i, j))
                    .toArray(double[][]::new),
                observed[i],
                new KdeLikelihood.Density(bandwidth, LikelihoodScale.IDENTITY)));
    return result;
  }

  /** Gaussian draws around 0, {@code [K, n, d_y]}. */
  public static Draws gaussian(long seed, int draws, int rows, int outputs) {
    Random random = new Random(seed);
    double[] values = new double[draws * rows * outputs];
    Arrays.setAll(values, i -> random.nextGaussian());
    return new Draws(draws, rows, outputs, values);
  }

  /** Gaussian observations around 0, {@code [n][d_y]}. */
  public static double[][] observations(long seed, int rows, int outputs) {
    Random random = new Random(seed);
    double[][] result = new double[rows][outputs];
    for (double[] row : result) {
      for (int j = 0; j < outputs; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return result;
  }
}

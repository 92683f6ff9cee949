// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.weight.RowWeights;
import io.otd.train.explanation.Estimate;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Means of samples, with the standard errors of independent ones. */
public final class Samples {
  private Samples() {}

  /** The mean of at least one number. */
  public static Estimate estimate(double[] values) {
    return estimate(values, RowWeights.equal(values.length));
  }

  /**
   * The mean of one number of each of a sample.
   *
   * @param sample {@code [n][s]}
   */
  public static Estimate estimate(double[][] sample, int place) {
    return estimate(Arrays.stream(sample).mapToDouble(numbers -> numbers[place]).toArray());
  }

  /**
   * The mean of each part.
   *
   * @param values the numbers of one part behind those of the other
   * @param each length of a part, at least 1
   */
  public static double[] means(double[] values, int each) {
    return IntStream.range(0, values.length / each)
        .mapToDouble(f -> Arrays.stream(values, f * each, (f + 1) * each).average().orElseThrow())
        .toArray();
  }

  /** The mean of numbers that count by their weights. */
  public static Estimate estimate(double[] values, RowWeights weights) {
    return new Estimate(weights.mean(values), weights.standardError(values));
  }
}

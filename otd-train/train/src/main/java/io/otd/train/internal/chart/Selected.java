// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Some of many values. */
public final class Selected {
  private Selected() {}

  /** Evenly spaced places from 0 on, below a number of them, so many at most. */
  public static int[] places(int all, int most) {
    int every = (all + most - 1) / most;
    return IntStream.range(0, all).filter(i -> i % every == 0).toArray();
  }

  /** The values at some places, in their order. */
  public static double[] of(double[] values, int[] places) {
    return Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
  }
}

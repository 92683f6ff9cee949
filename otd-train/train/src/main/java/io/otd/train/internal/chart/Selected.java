// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import java.util.Arrays;

/** Some of many values. */
public final class Selected {
  private Selected() {}

  /** The values at some places, in their order. */
  public static double[] of(double[] values, int[] places) {
    return Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
  }
}

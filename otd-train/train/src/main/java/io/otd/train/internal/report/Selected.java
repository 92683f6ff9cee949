// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import java.util.Arrays;

/** Some of many values. */
final class Selected {
  private Selected() {}

  /** The values at some places, in their order. */
  static double[] of(double[] values, int[] places) {
    return Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.Arrays;

/** Numbers of rows, added one after another. */
final class NumberColumn {
  private double[] values = new double[64];
  private int size;

  void add(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.multiplyExact(2, size));
    }
    values[size++] = value;
  }

  double[] toArray() {
    return Arrays.copyOf(values, size);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers of unknown count, without boxing and without copying while it grows. */
final class NumberBuffer {
  private static final int CHUNK = 1 << 13;

  private final List<double[]> full = new ArrayList<>();
  private double[] last = new double[64];
  private int used;

  void add(double value) {
    if (used == last.length) {
      grow();
    }
    last[used++] = value;
  }

  long size() {
    return (long) full.size() * CHUNK + used;
  }

  private void grow() {
    if (last.length < CHUNK) {
      last = Arrays.copyOf(last, 2 * last.length);
    } else {
      full.add(last);
      last = new double[CHUNK];
      used = 0;
    }
  }

  /** All numbers in one array; the buffer is empty afterwards. */
  double[] drain() {
    double[] all = new double[Math.addExact(Math.multiplyExact(full.size(), CHUNK), used)];
    int offset = 0;
    for (double[] chunk : full) {
      System.arraycopy(chunk, 0, all, offset, CHUNK);
      offset += CHUNK;
    }
    System.arraycopy(last, 0, all, offset, used);
    full.clear();
    last = new double[64];
    used = 0;
    return all;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

/** Values of several outputs, row by row. */
final class Outputs {
  private Outputs() {}

  /** Row-major {@code [n, d_y]} as {@code [n][d_y]}. */
  static double[][] byRow(float[] values, int outputs) {
    double[][] rows = new double[values.length / outputs][outputs];
    for (int i = 0; i < values.length; i++) {
      rows[i / outputs][i % outputs] = values[i];
    }
    return rows;
  }
}

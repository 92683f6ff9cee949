// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

/**
 * Training data that are not in memory: each call of the training program reads the rows of its
 * steps. Each row is a separate case.
 */
@FunctionalInterface
public interface StoredRows {
  /**
   * Reads some rows.
   *
   * @param rows their numbers, from 0; repetitions are allowed
   * @param count number of requested numbers
   * @param x takes the inputs, {@code [count, d_x]}, row-major, finite; may be longer
   * @param y takes the targets, {@code [count, d_y]}, row-major, finite; may be longer
   */
  void read(int[] rows, int count, float[] x, float[] y);
}

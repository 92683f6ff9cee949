// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

/**
 * The outputs of a model for rows that are to be explained. The same row gives the same numbers.
 */
@FunctionalInterface
interface RowFunction {
  /**
   * Computes the numbers.
   *
   * @param rows n of them, at least one
   * @return {@code [n][s]}
   */
  double[][] of(MixedRows rows);
}

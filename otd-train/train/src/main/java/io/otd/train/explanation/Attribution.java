// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.List;

/**
 * How a number that was predicted for a row comes about: {@code prediction = base + sum of the
 * shares}, exactly but for rounding.
 *
 * @param base mean of the number over the background rows, in the target's units
 * @param prediction the number for the row
 * @param shares of the columns and groups, in the order of the table
 */
public record Attribution(double base, double prediction, List<Share> shares) {
  /** Keeps the shares. */
  public Attribution {
    shares = List.copyOf(shares);
  }

  /**
   * What a column adds.
   *
   * @param name of the column, or of all in the group, joined by {@code +}
   * @param value Shapley value, in the target's units, with its standard error over the pairs of
   *     orders: it contains the noise of the orders and that of which background rows there are
   */
  public record Share(String name, Estimate value) {}
}

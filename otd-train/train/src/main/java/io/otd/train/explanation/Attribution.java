// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.List;

/**
 * How the columns contribute to a number predicted for a row: {@code prediction = base + sum of the
 * shares}, exactly up to rounding.
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
   * The contribution of a column.
   *
   * @param name of the column, or of all in the group, joined by {@code +}
   * @param value Shapley value, in the target's units, with its standard error over the pairs of
   *     orders: it includes the noise of the orders and of the choice of background rows
   */
  public record Share(String name, Estimate value) {
    /** For people: the name and the estimate. */
    @Override
    public String toString() {
      return name + " " + value;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/**
 * A draw is not a finite number, for example because an input is so extreme that the network's
 * numbers overflow.
 */
public final class NonFiniteDrawException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int row;

  /**
   * Names the place.
   *
   * @param row from 0, among those predicted together
   * @param draw from 0
   * @param value what it is
   */
  public NonFiniteDrawException(int row, int draw, double value) {
    super("draw %s of row %s: %s (expected: finite)".formatted(draw, row, value));
    this.row = row;
  }

  /** The row, from 0, among those predicted together. */
  public int row() {
    return row;
  }
}

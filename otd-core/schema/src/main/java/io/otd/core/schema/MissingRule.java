// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

/** Treatment of a missing cell of a column of numbers, or of yes and no. */
public enum MissingRule {
  /** No cell of the table was missing: there is nothing to put in its place. */
  REFUSED,
  /** The table had missing cells, but not in the training rows: a value replaces them. */
  FILLED,
  /** Training rows had missing cells: a value replaces them, and a further input indicates them. */
  INDICATED;

  /**
   * By where cells are missing: that a table has missing cells is known of its file, as is the kind
   * of a column; an input for it needs training rows.
   *
   * @param training whether a training row has a missing cell
   * @param anywhere whether any row has
   */
  public static MissingRule of(boolean training, boolean anywhere) {
    return training ? INDICATED : anywhere ? FILLED : REFUSED;
  }
}

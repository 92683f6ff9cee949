// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

/** Treatment of a missing cell of a column of numbers, or of yes and no. */
public enum MissingRule {
  /** No cell of the table was missing: there is nothing to put in its place. */
  REFUSED,
  /** The table had missing cells, but not in the training rows: a value replaces them. */
  FILLED,
  /** Training rows had missing cells: a value replaces them, and a further input indicates them. */
  INDICATED
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

/** The role of a table's column in a model. */
public enum ColumnRole {
  /** An input of numbers. */
  NUMERIC,
  /** An input of yes and no. */
  BOOLEAN,
  /** An input of dates. */
  DATE,
  /** An input of categories. */
  CATEGORICAL,
  /** A name of the row; no input. */
  ID,
  /** To be predicted. */
  TARGET;

  /** Whether the model reads it. */
  public boolean input() {
    return this != ID && this != TARGET;
  }

  /** In lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

/**
 * A column of a table that is written.
 *
 * @param name of the column
 * @param kind what its cells are
 */
public record WrittenColumn(String name, Kind kind) {
  /** What the cells of a column are. */
  public enum Kind {
    /** Whole numbers: {@link Long}. */
    WHOLE,
    /** Numbers in single precision: {@link Float}. */
    NUMBER,
    /** Texts: {@link String}. */
    TEXT
  }
}

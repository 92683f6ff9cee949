// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

/**
 * A column of a table to write.
 *
 * @param name of the column
 * @param kind of its cells
 */
public record WrittenColumn(String name, Kind kind) {
  /** Kind of the cells of a column. */
  public enum Kind {
    /** Whole numbers: {@link Long}. */
    WHOLE,
    /** Numbers in single precision: {@link Float}. */
    NUMBER,
    /** Numbers in double precision: {@link Double}. */
    DOUBLE,
    /** Texts: {@link String}. */
    TEXT,
    /**
     * Texts of a source that declares no types: {@link String}. A file that has types may declare
     * them as whole numbers, if all are.
     */
    UNDECLARED
  }
}

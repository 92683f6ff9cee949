// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

/**
 * A column as its source declares it.
 *
 * @param name of the column
 * @param kind what its cells are
 * @param type the source's own name for it, for messages
 */
public record SourceColumn(String name, Kind kind, String type) {
  /** What the cells of a column are. */
  public enum Kind {
    /** Numbers; a time of day is its seconds since midnight. */
    NUMBER,
    /**
     * Texts; booleans are {@code true} and {@code false}, dates and times as ISO 8601 has them,
     * those with a time zone in UTC.
     */
    TEXT,
    /** Something that no column of a table holds, such as a list or a structure. */
    OTHER
  }
}

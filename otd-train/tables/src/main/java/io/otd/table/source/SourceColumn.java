// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

/**
 * A column as declared by its source.
 *
 * @param name of the column
 * @param kind of its cells
 * @param type the source's own name for it, for messages
 * @param unit of numbers, such as {@code %}; empty for none, or if the source does not say
 */
public record SourceColumn(String name, Kind kind, String type, String unit) {
  /** A column whose source says nothing of a unit. */
  public SourceColumn(String name, Kind kind, String type) {
    this(name, kind, type, "");
  }

  /** The same column under another name. */
  public SourceColumn named(String other) {
    return new SourceColumn(other, kind, type, unit);
  }

  /** The same column in a unit. */
  public SourceColumn in(String other) {
    return new SourceColumn(name, kind, type, other);
  }

  /** Kind of the cells of a column. */
  public enum Kind {
    /** Numbers; a time of day is its seconds since midnight. */
    NUMBER,
    /**
     * Texts; booleans are {@code true} and {@code false}, dates and times in ISO 8601 form, those
     * with a time zone in UTC.
     */
    TEXT,
    /** Texts and numbers, as JSON may have in one column. */
    MIXED,
    /** A type that a table cannot hold, such as a list or a structure. */
    OTHER
  }
}

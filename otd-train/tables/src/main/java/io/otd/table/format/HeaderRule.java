// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

/** Whether the first row of a file holds the names of its columns. */
public enum HeaderRule {
  /** It does, unless all its cells are numbers; an error where it could be either. */
  AUTO,
  /** It does. */
  PRESENT,
  /** It does not: the columns are column_1, column_2 and so on. */
  ABSENT
}

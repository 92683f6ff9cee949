// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.List;
import java.util.Map;

/**
 * Which columns of a table the cells of a file fill.
 *
 * @param file its name
 * @param firstLine of its names, or of its first row without names; 0 if its columns are declared
 * @param columns of each column of the file its place in the table, from 0, or {@link #NONE}
 * @param others the cells of all further columns of the table, by their place; an empty one is
 *     missing
 */
public record CellPlaces(
    String file, long firstLine, List<Integer> columns, Map<Integer, String> others) {
  /** The place of a column whose cells are not read. */
  public static final int NONE = -1;

  /** Copies the places and cells. */
  public CellPlaces {
    columns = List.copyOf(columns);
    others = Map.copyOf(others);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import java.util.Arrays;

/**
 * Groups of rows, e.g. the measurements of one patient: a split never divides a group. If nothing
 * is known, each row is a separate group.
 *
 * @param of the group of each row, from 0
 * @param sizes number of rows of each group, each at least 1
 */
public record RowGroups(int[] of, int[] sizes) {
  /** Counts the rows of each group. */
  public RowGroups(int[] of) {
    this(of, sizesOf(of));
  }

  private static int[] sizesOf(int[] groups) {
    int[] sizes = new int[Arrays.stream(groups).max().orElse(-1) + 1];
    for (int group : groups) {
      sizes[group]++;
    }
    return sizes;
  }

  /** Each row alone. */
  public static RowGroups single(int rows) {
    int[] of = new int[rows];
    Arrays.setAll(of, i -> i);
    return new RowGroups(of);
  }

  /**
   * Rows with the same value of a column are a group.
   *
   * @throws InputException if a cell is missing, with its row
   */
  public static RowGroups of(Column column) {
    return of(Table.of(column), column.name());
  }

  /**
   * Rows with the same value of a column are a group.
   *
   * @throws InputException if there is no such column, or a cell is missing, with its place
   */
  public static RowGroups of(Table table, String name) {
    Column column = table.column(name);
    int[] codes = column.texts().codes();
    int[] numbers = new int[Arrays.stream(codes).max().orElse(-1) + 1];
    Arrays.fill(numbers, -1);
    int groups = 0;
    int[] of = new int[codes.length];
    for (int row = 0; row < codes.length; row++) {
      int code = codes[row];
      if (code < 0) {
        throw new InputException(
            "%s, column \"%s\": missing (expected: the row's group)"
                .formatted(table.place(row), column.name()));
      }
      if (numbers[code] < 0) {
        numbers[code] = groups++;
      }
      of[row] = numbers[code];
    }
    return new RowGroups(of);
  }

  /**
   * The groups of some rows, renumbered in the order of their numbers.
   *
   * @param rows in the order that they are to have
   */
  public RowGroups at(int[] rows) {
    int[] present = present(rows);
    return new RowGroups(
        Arrays.stream(rows).map(row -> Arrays.binarySearch(present, of[row])).toArray());
  }

  /** The groups of some rows, ascending, each once. */
  int[] present(int[] rows) {
    return Arrays.stream(rows).map(row -> of[row]).sorted().distinct().toArray();
  }

  /** Number of groups that have any of some rows. */
  public int count(int[] rows) {
    return (int) Arrays.stream(sizes(rows)).filter(size -> size > 0).count();
  }

  /** How many of some rows each group has. */
  int[] sizes(int[] rows) {
    int[] some = new int[count()];
    for (int row : rows) {
      some[of[row]]++;
    }
    return some;
  }

  /**
   * Assigns each whole group to the part with the fewest rows; in a tie, to the first.
   *
   * @param order of the groups, each once; not all need be there
   * @param sizes number of rows of each group that count
   * @param parts how many, at least 1
   * @return the part, from 0, of each group; 0 for a group that is not in the order
   */
  static int[] dealt(int[] order, int[] sizes, int parts) {
    int[] part = new int[sizes.length];
    int[] rows = new int[parts];
    for (int group : order) {
      int smallest = 0;
      for (int p = 1; p < parts; p++) {
        smallest = rows[p] < rows[smallest] ? p : smallest;
      }
      part[group] = smallest;
      rows[smallest] += sizes[group];
    }
    return part;
  }

  /** Number of rows. */
  public int rows() {
    return of.length;
  }

  /** Number of groups. */
  public int count() {
    return sizes.length;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows of a table, stored by column: 8 bytes per number, so 400 bytes per row for 50 numeric
 * columns. Immutable, except for the arrays of its columns, which are not copied.
 */
public final class Table {
  private final List<Column> columns;
  private final Map<String, Column> byName = new HashMap<>();
  private final int rows;
  private final long before;
  private final RowOrigin origin;
  private final Set<String> rowNames;

  /**
   * Creates a table from columns.
   *
   * @param columns at least one, of the same number of rows, names unique
   */
  public Table(List<? extends Column> columns) {
    this(columns, 0);
  }

  /**
   * Creates a block of rows from columns.
   *
   * @param columns at least one, of the same number of rows, names unique
   * @param before number of rows of the file before these
   */
  public Table(List<? extends Column> columns, long before) {
    this(columns, before, RowOrigin.NONE);
  }

  /**
   * Creates a block of rows of a file from columns.
   *
   * @param columns at least one, of the same number of rows, names unique
   * @param before number of rows of the file before these
   * @param origin positions of the rows in the file
   */
  public Table(List<? extends Column> columns, long before, RowOrigin origin) {
    this(columns, before, origin, Set.of());
  }

  private Table(
      List<? extends Column> columns, long before, RowOrigin origin, Set<String> rowNames) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("table: no column (expected: at least 1)");
    }
    this.columns = List.copyOf(columns);
    this.rows = columns.get(0).rows();
    this.before = before;
    this.origin = origin;
    this.rowNames = Set.copyOf(rowNames);
    for (Column column : columns) {
      if (column.rows() != rows) {
        throw new IllegalArgumentException(
            "column \"%s\": %s rows (expected: %s)".formatted(column.name(), column.rows(), rows));
      }
      if (byName.put(column.name(), column) != null) {
        throw new IllegalArgumentException("column \"" + column.name() + "\" appears twice");
      }
    }
  }

  /**
   * Creates a table from columns.
   *
   * @param columns at least one, of the same number of rows, names unique
   */
  public static Table of(Column... columns) {
    return new Table(List.of(columns));
  }

  /**
   * A table of numbers.
   *
   * @param names of the columns, at least one, unique
   * @param rows one array per row, with one number per name; NaN for a missing number
   * @throws InputException if a row has another length, or a number is infinite
   */
  public static Table of(List<String> names, double[][] rows) {
    return ObjectColumns.ofArrays(names, rows).table();
  }

  /**
   * A table of rows by column name. The columns are in the order in which they first appear; a cell
   * whose column a row does not name is missing.
   *
   * @param rows at least one. Numbers become numbers; if all are whole, and some have more digits
   *     than a double holds, they become texts. Texts, enums, booleans and the times of {@code
   *     java.time} become texts, by their {@code toString}; so do numbers beside them. Where a
   *     model is trained or used, {@code $5} and {@code Jun 12 1998} mean what they mean in a file.
   *     Null, NaN, the empty text and the empty {@link java.util.Optional} are missing
   * @throws InputException if a cell has another type, or a number is infinite
   */
  public static Table ofMaps(List<? extends Map<String, ?>> rows) {
    return ObjectColumns.ofMaps(rows).table();
  }

  /**
   * A table of records: a column for each component.
   *
   * @param rows at least one, all of one class; cells are treated as in {@link #ofMaps}
   * @throws InputException as {@link #ofMaps} does
   */
  public static Table ofRecords(List<? extends Record> rows) {
    return ObjectColumns.ofRecords(rows).table();
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /**
   * The number of a row for messages.
   *
   * @param row from 0
   * @return from 1; of a block, or of some of the rows, counted from the first row of the file
   */
  public long number(int row) {
    return origin.number(before + row) + 1;
  }

  /**
   * Position of a row for messages: {@code t.csv, line 7}, or {@code row 3 of f.npz}.
   *
   * @param row from 0
   */
  public String place(int row) {
    return origin.place(before + row);
  }

  /** The same rows with other positions. */
  public Table from(RowOrigin other) {
    return new Table(columns, before, other, rowNames);
  }

  /** The same table, some of whose columns its source calls names of the rows. */
  public Table named(Set<String> names) {
    return new Table(columns, before, origin, names);
  }

  /** The columns that the source of the table calls names of the rows. */
  public Set<String> rowNames() {
    return rowNames;
  }

  /**
   * The cells of a column as numbers, as in {@link Column#numbers}.
   *
   * @throws InputException if there is no such column, or a cell is not a number, with its place
   */
  public double[] numbers(String name) {
    Column column = column(name);
    if (column instanceof TextColumn text) {
      text.firstText()
          .ifPresent(
              row -> {
                throw new InputException(text.complaint(place(row), row));
              });
    }
    return column.numbers();
  }

  /** The columns in the order of the file. */
  public List<Column> columns() {
    return columns;
  }

  /** Their names. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** Whether there is a column of a name. */
  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /**
   * One column.
   *
   * @throws InputException if there is none of this name, with the nearest existing name
   */
  public Column column(String name) {
    Column column = byName.get(name);
    if (column == null) {
      throw new InputException(
          ColumnNames.unknown("column", List.of(name), names(), "in the table"));
    }
    return column;
  }

  /**
   * Checks that some columns exist.
   *
   * @param what names them, for messages: a setting or an option
   * @throws InputException with those that do not
   */
  public void require(String what, Collection<String> columns) {
    InputException.throwIfAny(ColumnNames.unknown(what, columns, names(), "in the table"));
  }

  /**
   * The table without one of its columns; the others are shared.
   *
   * @throws InputException if there is no such column, or no other
   */
  public Table without(String name) {
    String known = column(name).name();
    if (columns.size() == 1) {
      throw new InputException(
          "column \"%s\": the only one (expected: others besides it)".formatted(name));
    }
    return new Table(
        columns.stream().filter(c -> !c.name().equals(known)).toList(), before, origin, rowNames);
  }

  /**
   * The table with other cells of one of its columns; the others are shared.
   *
   * @param column in place of the one of its name
   * @throws InputException if there is no column of this name
   */
  public Table with(Column column) {
    String known = column(column.name()).name();
    return new Table(
        columns.stream().map(c -> c.name().equals(known) ? column : c).toList(),
        before,
        origin,
        rowNames);
  }

  /**
   * Some of its rows as a separate table, independent of the others.
   *
   * @param which their numbers, from 0, in the order that they are to have
   */
  public Table at(int[] which) {
    return new Table(
        columns.stream().map(column -> column.at(which)).toList(),
        0,
        new RowOrigin() {
          @Override
          public String place(long row) {
            return Table.this.place(which[(int) row]);
          }

          @Override
          public long number(long row) {
            return Table.this.number(which[(int) row]) - 1;
          }
        },
        rowNames);
  }

  /** Whether columns of it lie in a temporary file, see {@link StoredColumn}. */
  public boolean stored() {
    return columns.stream().anyMatch(StoredColumn.class::isInstance);
  }

  /** Memory of one row, in bytes. */
  public long bytesPerRow() {
    return columns.stream().mapToLong(Column::bytesPerValue).sum();
  }
}

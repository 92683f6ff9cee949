// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.RowOrigin;
import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Builds the columns of a table, or of blocks of its rows, from the rows of a file. */
public final class TableBuilder implements RowSink {
  private static final int MAX_COLUMNS = 20;

  private final String file;
  private final @Nullable ColumnBuilder[] columns;
  private final RowLengths lengths;
  private final RowLines lines = new RowLines();
  private final Optional<RowProblems> noted;
  private boolean blank;
  private long rows;

  /** Rows of blocks that are built. */
  private long built;

  /**
   * Starts without rows.
   *
   * @param file its name
   * @param columns of each column of the file its builder, none if it is not read
   */
  public TableBuilder(String file, List<Optional<ColumnBuilder>> columns) {
    this(file, columns, Optional.empty());
  }

  /**
   * Starts without rows, for a reader that may continue after bad rows.
   *
   * @param file its name
   * @param columns of each column of the file its builder, none if it is not read
   * @param noted receives the problems of rows; without it, they are {@link #problems}
   */
  public TableBuilder(
      String file, List<Optional<ColumnBuilder>> columns, Optional<RowProblems> noted) {
    this.noted = noted;
    this.file = file;
    this.columns = new ColumnBuilder[columns.size()];
    for (int i = 0; i < this.columns.length; i++) {
      this.columns[i] = columns.get(i).map(this::noting).orElse(null);
    }
    this.lengths = new RowLengths(file, columns.size());
  }

  private ColumnBuilder noting(ColumnBuilder builder) {
    return builder instanceof NumberBuilder numbers && noted.isPresent()
        ? numbers.noting(noted.get())
        : builder;
  }

  @Override
  public void cell(long line, int column, char[] text, int from, int to) {
    if (column >= columns.length) {
      return;
    }
    int first = from;
    int end = to;
    while (first < end && isBlank(text[first])) {
      first++;
    }
    while (first < end && isBlank(text[end - 1])) {
      end--;
    }
    if (column == 0) {
      // A row of one blank cell may be a blank line; that is known at its end.
      blank = first == end && columns.length > 1;
      if (blank) {
        return;
      }
    } else if (column == 1 && blank) {
      add(line, 0, text, first, first);
    }
    add(line, column, text, first, end);
  }

  private void add(long line, int column, char[] text, int from, int to) {
    ColumnBuilder builder = columns[column];
    if (builder != null) {
      builder.add(line, text, from, to);
    }
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || c == '\u00a0';
  }

  @Override
  public void end(long line, int cells) {
    if (blank && cells == 1) {
      return;
    }
    if (noted.isEmpty()) {
      lengths.add(line, cells);
    } else if (cells != columns.length) {
      noted
          .get()
          .add(
              (int) (rows - built),
              line,
              ": %s values (expected: %s, as many as columns)".formatted(cells, columns.length));
      for (int column = cells; column < columns.length; column++) {
        add(line, column, new char[0], 0, 0);
      }
    }
    rows++;
    lines.add(line);
  }

  /**
   * Takes rows from a text.
   *
   * @param text with the cells
   * @param most how many there may be then, counted from the first row of the text
   */
  public void take(TableText text, long most) {
    boolean more = true;
    while (more && rows < most) {
      more = text.sendNext(this);
    }
  }

  /** Positions of the rows since the last call, as counted by {@link RowOrigin}. */
  public RowOrigin takeOrigin() {
    return lines.take(file);
  }

  /** Number of rows so far. */
  public long rows() {
    return rows;
  }

  /**
   * The columns that are read, in the order of the file, as returned by {@link
   * ColumnBuilder#build}.
   */
  public List<Column> build() {
    built = rows;
    return Arrays.stream(columns).filter(Objects::nonNull).map(ColumnBuilder::build).toList();
  }

  /** Places of the columns for which the file has to be read again, see {@link ColumnBuilder}. */
  public Set<Integer> needTexts() {
    Set<Integer> places = new TreeSet<>();
    for (int i = 0; i < columns.length; i++) {
      ColumnBuilder builder = columns[i];
      if (builder != null && builder.needsTexts()) {
        places.add(i);
      }
    }
    return places;
  }

  /** Problems of the rows so far, empty if there are none. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>(lengths.problems());
    List<String> cells = new ArrayList<>();
    for (ColumnBuilder builder : columns) {
      if (builder != null) {
        builder.problem(file).ifPresent(cells::add);
      }
    }
    problems.addAll(cells.subList(0, Math.min(MAX_COLUMNS, cells.size())));
    if (cells.size() > MAX_COLUMNS) {
      problems.add(
          "%s: %s more columns with such cells".formatted(file, cells.size() - MAX_COLUMNS));
    }
    return problems;
  }

  /**
   * Checks the rows of a text that has ended.
   *
   * @throws InputException with all that is wrong, if anything is
   */
  public void requireSound() {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
    if (rows == 0) {
      throw new InputException(file + ": no rows (expected: at least 1)");
    }
  }

  /** The selected column at a position of the file, as returned by {@link ColumnBuilder#build}. */
  public Column build(int place) {
    return builder(place).build();
  }

  private ColumnBuilder builder(int place) {
    ColumnBuilder builder = columns[place];
    if (builder == null) {
      throw new IllegalArgumentException("column " + place + " is not read");
    }
    return builder;
  }
}

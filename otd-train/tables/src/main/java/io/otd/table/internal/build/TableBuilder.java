// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.cell.Blanks;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds the columns of a table, or of blocks of its rows, from the rows of files. */
public final class TableBuilder implements RowSink, BuiltRows {
  private static final char[] NOTHING = {};

  private final String table;
  private final @Nullable ColumnBuilder[] columns;
  private final LinePlaces places = new LinePlaces();
  private final RowLines lines = new RowLines();
  private final Optional<RowProblems> noted;
  private @Nullable RowLengths lengths;

  /** The builders of the columns of the current file. */
  private @Nullable ColumnBuilder[] current = {};

  /** The builders of the columns that the current file lacks, and their cells in its rows. */
  private ColumnBuilder[] others = {};

  private char[][] otherCells = {};

  /** Lines of the files before the current one, and of all so far. */
  private long before;

  private long last;
  private boolean blank;
  private long rows;

  /** The first row that repeats the names, and how many there are. */
  private String names = "";

  private long repeated;

  /** Rows of blocks that are built. */
  private long built;

  /**
   * Starts without rows.
   *
   * @param table its name
   * @param columns of each column its builder, none if it is not read
   */
  public TableBuilder(String table, List<Optional<ColumnBuilder>> columns) {
    this(table, columns, Optional.empty());
  }

  /**
   * Starts without rows, for a reader that may continue after bad rows.
   *
   * @param columns of each column its builder, none if it is not read
   * @param noted receives the problems of rows; without it, they are {@link #problems}
   */
  public TableBuilder(
      String table, List<Optional<ColumnBuilder>> columns, Optional<RowProblems> noted) {
    this.noted = noted;
    this.table = table;
    this.columns = new ColumnBuilder[columns.size()];
    for (int i = 0; i < this.columns.length; i++) {
      ColumnBuilder builder = columns.get(i).orElse(null);
      this.columns[i] =
          builder == null || noted.isEmpty()
              ? builder
              : builder.noting(new BadCells.Note(noted.get(), places));
    }
  }

  @Override
  public void begin(CellPlaces file) {
    before = lengths == null ? 0 : last + 1;
    places.begin(file.file(), before);
    if (lengths == null) {
      lengths = new RowLengths(table, file, places);
    } else {
      lengths.begin(file);
    }
    current = new ColumnBuilder[file.columns().size()];
    for (int i = 0; i < current.length; i++) {
      int place = file.columns().get(i);
      current[i] = place == CellPlaces.NONE ? null : columns[place];
    }
    List<Integer> read =
        file.others().keySet().stream().filter(place -> columns[place] != null).toList();
    others = read.stream().map(this::builder).toArray(ColumnBuilder[]::new);
    otherCells =
        read.stream()
            .map(place -> Objects.requireNonNull(file.others().get(place)).toCharArray())
            .toArray(char[][]::new);
  }

  @Override
  public void cell(long line, int column, char[] text, int from, int to) {
    if (column >= current.length) {
      return;
    }
    int first = from;
    int end = to;
    while (first < end && Blanks.is(text[first])) {
      first++;
    }
    while (first < end && Blanks.is(text[end - 1])) {
      end--;
    }
    if (column == 0) {
      // A row of one blank cell may be a blank line; that is known at its end.
      blank = first == end && current.length > 1;
      if (blank) {
        return;
      }
    } else if (column == 1 && blank) {
      add(line, 0, text, first, first);
    }
    add(line, column, text, first, end);
  }

  private void add(long line, int column, char[] text, int from, int to) {
    ColumnBuilder builder = current[column];
    if (builder != null) {
      builder.add(before + line, text, from, to);
    }
  }

  @Override
  public void names(long line) {
    names = repeated++ == 0 ? places.apply(before + line) : names;
  }

  /** A note on rows that repeat the names of the columns, if there are any. */
  public Optional<String> note() {
    return repeated == 0
        ? Optional.empty()
        : Optional.of(
            "%s: the names of the columns again, left out%s"
                .formatted(
                    names, repeated == 1 ? "" : "; in all %s such rows".formatted(repeated)));
  }

  @Override
  public void end(long line, int cells) {
    if (blank && cells == 1) {
      return;
    }
    last = before + line;
    if (cells != current.length && noted.isPresent()) {
      noteLength(cells);
    } else if (lengths != null) {
      lengths.add(line, last, cells);
    }
    for (int i = 0; i < others.length; i++) {
      others[i].add(last, otherCells[i], 0, otherCells[i].length);
    }
    rows++;
    lines.add(last);
  }

  private void noteLength(int cells) {
    noted
        .orElseThrow()
        .add((int) (rows - built), RowLengths.problem(places.apply(last), cells, current.length));
    for (int column = cells; column < current.length; column++) {
      add(last - before, column, NOTHING, 0, 0);
    }
  }

  /**
   * Takes rows from a text.
   *
   * @param text sends the next row, and returns whether there was one
   * @param most how many there may be then, counted from the first row of the text
   */
  public void take(Predicate<RowSink> text, long most) {
    boolean more = true;
    while (more && rows < most) {
      more = text.test(this);
    }
  }

  /** Positions of the rows since the last call, as counted by {@link RowOrigin}. */
  public RowOrigin takeOrigin() {
    return lines.take(places);
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
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

  /**
   * Why the numbers of a column so far are rather codes, if they are.
   *
   * @param place of the column, which must be read
   */
  public Optional<String> codes(int place) {
    return builder(place).codes(places);
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>(lengths == null ? List.of() : lengths.problems());
    problems.addAll(cellProblems());
    return problems;
  }

  /** Problems of the cells so far, of the first columns that have any. */
  public List<String> cellProblems() {
    return SourceCells.problems(
        table, Arrays.stream(columns).filter(Objects::nonNull).toList(), places);
  }

  @Override
  public void requireSound(boolean cells) {
    InputException.throwIfAny(
        cells ? problems() : lengths == null ? List.of() : lengths.problems());
    if (rows == 0) {
      throw new InputException(table + ": no rows (expected: at least 1)");
    }
  }

  /** The selected column at a position of the table, as returned by {@link ColumnBuilder#build}. */
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

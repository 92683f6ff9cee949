// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.cell.NumberWithUnit;
import io.otd.table.Column;
import io.otd.table.RowOrigin;
import io.otd.table.internal.build.BadCells;
import io.otd.table.internal.build.BuiltRows;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.ColumnNaming;
import io.otd.table.internal.build.DeclaredNumbers;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.SourceCells;
import io.otd.table.internal.build.TextBuilder;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceColumn.Kind;
import io.otd.table.source.SourceNote;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** The selected columns of a source, filled row by row. */
final class SourceTable implements BuiltRows {
  private static final MissingCells NONE = new MissingCells(List.of());

  private final String name;
  private final ColumnNaming naming;
  private final Map<String, String> repeats;
  private final int[] places;
  private final List<SourceCells> cells;
  private final Map<String, TextDeclaration> declarations;
  private final LongFunction<String> place;
  private long rows;
  private boolean ended;

  /**
   * Starts without rows.
   *
   * @param source whose columns they are
   * @param selection of the columns to read
   * @param notation of numbers among texts
   * @param noted receives the problems of rows; without it, such rows are rejected
   * @throws InputException if a column is missing or has a type that a table cannot hold
   */
  SourceTable(
      String name,
      OpenTable source,
      ColumnSelection selection,
      NumberNotation notation,
      Optional<RowProblems> noted,
      CellStore store) {
    this.name = name;
    List<SourceColumn> given = source.columns();
    this.naming = naming(name, given);
    this.repeats = new LinkedHashMap<>(source.repeats());
    repeats.putAll(naming.repeats());
    List<SourceColumn> columns =
        IntStream.range(0, given.size())
            .mapToObj(i -> given.get(i).named(naming.names().get(i)))
            .toList();
    Header.requireSound(name, naming.names(), repeats, selection);
    this.places =
        IntStream.range(0, columns.size())
            .filter(i -> selection.reads(columns.get(i).name()))
            .toArray();
    List<SourceColumn> read = IntStream.of(places).mapToObj(columns::get).toList();
    requireColumns(name, read);
    requireUnits(name, read, selection);
    this.declarations = new HashMap<>();
    columns.forEach(column -> declarations.put(column.name(), declaration(column.kind())));
    this.place = row -> RowOrigin.of(name).place(row - 1);
    Optional<BadCells.Note> note = noted.map(n -> new BadCells.Note(n, place));
    this.cells = read.stream().map(c -> cells(c, selection, notation, note, store)).toList();
  }

  /** The names of the columns of a source. */
  static ColumnNaming naming(String table, List<SourceColumn> columns) {
    return ColumnNaming.of(table, columns.stream().map(SourceColumn::name).toList());
  }

  private static void requireColumns(String name, List<SourceColumn> columns) {
    if (columns.isEmpty()) {
      throw new InputException(name + ": no column to read (expected: at least 1)");
    }
    List<String> problems =
        columns.stream()
            .filter(column -> column.kind() == Kind.OTHER)
            .map(
                column ->
                    ("%s, column %s: %s (expected: numbers, texts, booleans, dates or times; leave"
                            + " it out with data.ignore, or convert it by a query)")
                        .formatted(name, Quoted.of(column.name()), column.type()))
            .toList();
    InputException.throwIfAny(problems);
  }

  private static void requireUnits(
      String name, List<SourceColumn> columns, ColumnSelection selection) {
    List<String> problems = new ArrayList<>();
    for (SourceColumn column : columns) {
      selection
          .unit(column.name())
          .filter(unit -> !column.unit().isEmpty() && !column.unit().equals(unit))
          .ifPresent(
              unit ->
                  problems.add(
                      "%s, column %s: numbers in %s (expected: %s)"
                          .formatted(
                              name,
                              Quoted.of(column.name()),
                              column.unit(),
                              NumberWithUnit.expected(unit))));
    }
    InputException.throwIfAny(problems);
  }

  private static SourceCells cells(
      SourceColumn column,
      ColumnSelection selection,
      NumberNotation notation,
      Optional<BadCells.Note> noted,
      CellStore store) {
    String name = column.name();
    ColumnReading reading = selection.kind(name);
    if (column.kind() == Kind.NUMBER) {
      if (reading == ColumnReading.NUMBER) {
        return DeclaredNumbers.of(name, noted, store);
      }
      if (reading == ColumnReading.INFERRED || reading == ColumnReading.QUANTITY) {
        return DeclaredNumbers.watched(
            name, column.unit(), reading == ColumnReading.INFERRED, store);
      }
    }
    ColumnBuilder texts =
        reading
            .builder(name, NONE, notation, selection.unit(name))
            .orElseGet(() -> new TextBuilder(name, NONE));
    return noted.map(texts::noting).orElse(texts);
  }

  private static TextDeclaration declaration(Kind kind) {
    return switch (kind) {
      case TEXT -> TextDeclaration.TEXTS;
      case MIXED -> TextDeclaration.NONE;
      case NUMBER, OTHER -> TextDeclaration.SETTLED;
    };
  }

  /** Positions of the selected columns among those of the source. */
  int[] places() {
    return places.clone();
  }

  /**
   * Takes the next row.
   *
   * @param from positioned at it
   * @param at the positions of the selected columns
   * @throws IOException if it cannot be read
   */
  void add(SourceRows from, int[] at) throws IOException {
    rows++;
    for (int i = 0; i < at.length; i++) {
      cells.get(i).add(from, at[i], rows);
    }
  }

  /** Takes rows of all selected columns until there are so many, or no more. */
  void take(SourceRows from, int[] at, long most) throws IOException {
    while (!ended && rows < most) {
      ended = !from.next();
      if (!ended) {
        add(from, at);
      }
    }
  }

  /** The names of columns that were renamed as they are written, by their names here. */
  Map<String, String> repeats() {
    return repeats;
  }

  /** What is declared of a column of texts. */
  TextDeclaration declaration(String column) {
    return declarations.getOrDefault(column, TextDeclaration.NONE);
  }

  /** Notes for the user on how the columns were interpreted, possibly none. */
  List<SourceNote> notes() {
    List<SourceNote> notes = new ArrayList<>();
    naming.notes().forEach(text -> notes.add(new SourceNote(Optional.empty(), text, false)));
    for (int i = 0; i < places.length; i++) {
      Optional<String> column = Optional.of(naming.names().get(places[i]));
      boolean loses = cells.get(i).loses();
      cells.get(i).note(place).ifPresent(n -> notes.add(new SourceNote(column, n, loses)));
    }
    return notes;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public List<String> problems() {
    return SourceCells.problems(name, cells, place);
  }

  @Override
  public void requireSound(boolean cells) {
    InputException.throwIfAny(cells ? problems() : List.of());
    if (rows == 0) {
      throw new InputException(name + ": no rows (expected: at least 1)");
    }
  }

  @Override
  public List<Column> build() {
    return cells.stream().map(SourceCells::build).toList();
  }
}

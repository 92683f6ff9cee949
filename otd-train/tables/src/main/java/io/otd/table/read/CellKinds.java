// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static io.otd.table.read.ColumnReading.INFERRED;
import static io.otd.table.read.ColumnReading.QUANTITY;

import io.otd.table.Column;
import io.otd.table.RowOrigin;
import io.otd.table.TextColumn;
import io.otd.table.internal.build.CellTexts;
import io.otd.table.internal.build.MostlyDates;
import io.otd.table.internal.build.MostlyNumbers;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.build.WholeCodes;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.kind.Lookalike;
import io.otd.table.internal.kind.MostlyCompactDates;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.source.SourceNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Settles what columns of texts are, from all their cells: numbers or dates where nearly all cells
 * are, else texts.
 */
final class CellKinds {
  private final ColumnSelection selection;
  private final Function<String, NumberNotation> notations;
  private final Function<String, TextDeclaration> declarations;
  private final CellStore store;
  private final RowOrigin origin;
  private final List<SourceNote> notes = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Begins with no column.
   *
   * @param selection which columns are declared
   * @param notations of numbers in a column
   * @param declarations what is declared of a column
   * @param origin positions of the rows
   */
  CellKinds(
      ColumnSelection selection,
      Function<String, NumberNotation> notations,
      Function<String, TextDeclaration> declarations,
      CellStore store,
      RowOrigin origin) {
    this.selection = selection;
    this.notations = notations;
    this.declarations = declarations;
    this.store = store;
    this.origin = origin;
  }

  /** The column as nearly all its cells show it. */
  Column settle(Column column) {
    ColumnReading reading = selection.kind(column.name());
    boolean date = reading == ColumnReading.MOSTLY_DATE;
    if (!(column instanceof TextColumn) && reading == INFERRED) {
      return MostlyCompactDates.of(column, Optional.empty(), store, origin::place)
          .map(this::take)
          .orElse(column);
    }
    if (!(column instanceof TextColumn texts)
        || !(date || reading == INFERRED || reading == QUANTITY)) {
      return column;
    }
    return settle(CellTexts.of(texts, origin::place), reading);
  }

  private Column settle(CellTexts texts, ColumnReading reading) {
    TextColumn column = texts.column();
    NumberNotation notation = notations.apply(column.name());
    boolean date = reading == ColumnReading.MOSTLY_DATE;
    TextDeclaration declared = declarations.apply(column.name());
    Optional<ReadColumn> read =
        date || declared == TextDeclaration.SETTLED
            ? Optional.empty()
            : MostlyNumbers.of(texts, notation, reading == INFERRED, store);
    Optional<ReadColumn> days =
        read.filter(r -> reading == INFERRED && isNumeric(r))
            .flatMap(
                r -> MostlyCompactDates.of(r.column(), Optional.of(texts), store, origin::place));
    if (days.isPresent()) {
      return take(days.get());
    }
    Optional<String> codes =
        read.isPresent() && reading == INFERRED
            ? codes(column, notation, declared == TextDeclaration.TEXTS && isNumeric(read.get()))
            : Optional.empty();
    if (codes.isPresent()) {
      note(column, codes.get(), false);
      return column;
    }
    if (declared == TextDeclaration.TEXTS && read.filter(r -> r.note().isEmpty()).isPresent()) {
      note(
          column,
          "column %s: numbers in a column of texts, read as numbers (columns.categorical keeps texts)"
              .formatted(Quoted.of(column.name())),
          false);
    }
    return read.or(() -> MostlyDates.of(texts, date))
        .or(() -> declared == TextDeclaration.SETTLED ? Optional.empty() : Lookalike.of(texts))
        .map(this::take)
        .orElse(column);
  }

  private Optional<String> codes(TextColumn texts, NumberNotation notation, boolean declared) {
    return WholeCodes.noteOf(texts, notation.mark(), origin::place)
        .or(() -> declared ? WholeCodes.declaredNoteOf(texts, notation) : Optional.empty());
  }

  private static boolean isNumeric(ReadColumn read) {
    return !(read.column() instanceof TextColumn);
  }

  private Column take(ReadColumn read) {
    read.note().ifPresent(text -> note(read.column(), text, read.loses()));
    read.problem().ifPresent(problems::add);
    return read.column();
  }

  private void note(Column column, String text, boolean loses) {
    notes.add(new SourceNote(Optional.of(column.name()), text, loses));
  }

  /** The notes on the columns. */
  List<SourceNote> ofColumns() {
    return notes;
  }

  /** One more problem of the columns. */
  void add(String problem) {
    problems.add(problem);
  }

  /**
   * All notes for the user.
   *
   * @param first on the names and the form of the table
   * @param cells problems of cells as they were read; none unless the selection forgives them
   * @throws InputException with all problems of the columns, unless the selection forgives them
   */
  List<String> notes(List<String> first, List<String> cells) {
    List<String> all = new ArrayList<>(first);
    all.addAll(cells);
    if (selection.forgives()) {
      all.addAll(problems);
    } else {
      InputException.throwIfAny(problems);
    }
    notes.forEach(note -> all.add(note.text()));
    return all;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import io.otd.core.internal.cell.Blanks;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.ColumnNaming;
import io.otd.table.internal.build.InferredColumn;
import io.otd.table.internal.build.RowSink;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.text.TextDecoder;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;

/** A CSV text. */
public final class CsvText implements TableText {
  /** Not read: a pattern, and what it is called. */
  private record OtherSeparator(String pattern, String name) {}

  private static final List<OtherSeparator> OTHER_SEPARATORS =
      List.of(
          new OtherSeparator("\\^", "^"),
          new OtherSeparator("~", "~"),
          new OtherSeparator("\\s+", "blanks"));

  private final MissingCells missing;
  private final NumberNotation notation;
  private final DecimalMark shown;
  private final CsvRow first;
  private final Optional<CsvRow> second;
  private final boolean header;
  private final CsvRows rest;
  private final ColumnNaming naming;
  private final List<String> names;
  private final List<String> notes = new ArrayList<>();
  private String unitsNote = "";

  /** Rows of data that have been read already. */
  private final Queue<CsvRow> ahead = new ArrayDeque<>();

  /**
   * Reads the first rows.
   *
   * @param file its name, for messages
   * @param text of the file, which stays open
   * @param format format of the file, as far as it is known
   * @param ofAll the decimal mark of all files of the table, {@link DecimalMark#AUTO} if there are
   *     no others, or they are not known
   * @param blanks whether blanks may surround quotes, see {@link CsvRows}
   * @throws InputException if there is no row, or it is ambiguous whether the first one is data
   */
  public CsvText(
      String file, TextDecoder text, TableFormat format, DecimalMark ofAll, boolean blanks)
      throws IOException {
    text.skip(format.skip());
    Optional<Character> declared = SeparatorLine.of(text.head());
    text.skip(declared.isPresent() ? 1 : 0);
    int skipped = format.skip() + (declared.isPresent() ? 1 : 0);
    String head = text.head();
    char separator =
        format.separator() == CellSeparator.AUTO && declared.isPresent()
            ? declared.get()
            : format.separator().in(head);
    this.missing = new MissingCells(format.missing());
    this.shown = DecimalMark.shown(head, separator);
    DecimalMark mark = format.decimal() == DecimalMark.AUTO ? ofAll : format.decimal();
    this.notation = new NumberNotation(mark.in(shown), format.decimal() != DecimalMark.AUTO);
    this.rest = new CsvRows(file, text, skipped, separator, blanks);
    this.first =
        rest.next()
            .orElseThrow(
                () ->
                    new InputException(
                        file + ": empty file (expected: a header row and rows of values)"));
    this.second = rest.next();
    this.header =
        switch (format.header()) {
          case PRESENT -> true;
          case ABSENT -> false;
          case AUTO -> isHeader(file);
        };
    this.naming =
        ColumnNaming.of(file, first.cells().stream().map(cell -> header ? cell : "").toList());
    this.names = naming.names();
    notes.addAll(naming.notes());
    if (!header) {
      ahead.add(first);
    }
    second.ifPresent(ahead::add);
    if (header) {
      readAhead();
      if (format.header() == HeaderRule.AUTO) {
        requireNoTitle(file);
      }
      skipUnits(file);
      rest.named(first.cells());
    }
    otherSeparator(file).ifPresent(notes::add);
    if (!header && format.header() == HeaderRule.AUTO) {
      notes.add("%s: no header row; the columns are column_1, column_2, ...".formatted(file));
    }
    if (notation.mark() == ',' && format.decimal() == DecimalMark.AUTO) {
      notes.add(file + ": numbers are read with a decimal comma");
    }
  }

  /** What to say if the one column looks like several that are separated in another way. */
  private Optional<String> otherSeparator(String file) {
    String cell = second.map(row -> Blanks.strip(row.cells().get(0))).orElse("");
    if (names.size() > 1 || isNumber(cell)) {
      return Optional.empty();
    }
    return OTHER_SEPARATORS.stream()
        .filter(
            separator ->
                Stream.of(cell.split(separator.pattern(), -1)).filter(this::isNumber).count() > 1)
        .findFirst()
        .map(
            separator ->
                ("%s: one column, whose cells look separated by %s (expected: commas, semicolons,"
                        + " tabs or vertical bars between columns)")
                    .formatted(file, separator.name()));
  }

  private void readAhead() {
    for (Optional<CsvRow> row = second; row.isPresent() && ahead.size() < UnitsRow.ROWS; ) {
      row = rest.next();
      row.ifPresent(ahead::add);
    }
  }

  /** A title that is padded with empty cells, as spreadsheets write it, is no row of names. */
  private void requireNoTitle(String file) {
    long named = first.cells().stream().filter(cell -> !Blanks.strip(cell).isEmpty()).count();
    if (2 * named >= names.size()) {
      return;
    }
    List<CsvRow> rows = List.copyOf(ahead);
    for (int i = 0; i < rows.size(); i++) {
      if (areNames(rows.get(i).cells(), rows.subList(i + 1, rows.size()))) {
        throw new InputException(
            ("%s: line %s names %s of %s columns, line %s all (expected: a name for each; if the"
                    + " table begins further down, data.skip or --skip-lines %s)")
                .formatted(
                    file,
                    first.line(),
                    named,
                    names.size(),
                    rows.get(i).line(),
                    rows.get(i).line() - 1));
      }
    }
  }

  /** Whether texts are all different, one for each column, with a number below one of them. */
  private boolean areNames(List<String> cells, List<CsvRow> below) {
    return cells.size() == names.size()
        && cells.stream().noneMatch(cell -> isMissing(cell) || isNumber(cell))
        && cells.stream().map(Blanks::strip).distinct().count() == cells.size()
        && below.stream().flatMap(row -> row.cells().stream()).anyMatch(this::isNumber);
  }

  /** Leaves out a row of units. */
  private void skipUnits(String file) {
    // A row of another length is not below these names: they may be a title.
    boolean even = second.filter(row -> row.cells().size() == names.size()).isPresent();
    if (even
        && !repeatsNames(second.get())
        && new UnitsRow(this::isNumber, this::isMissing).leads(List.copyOf(ahead))) {
      CsvRow units = ahead.remove();
      unitsNote =
          "%s, line %s: a row of units, left out: %s"
              .formatted(file, units.line(), String.join(", ", units.cells()));
      notes.add(unitsNote);
    }
  }

  /** The note that a row of units is left out; empty if there is none. */
  public String unitsNote() {
    return unitsNote;
  }

  /**
   * A row of names, unless it is one of numbers. With names and numbers it is one of names where
   * the next row has a number below a name.
   */
  private boolean isHeader(String file) {
    long numbers = first.cells().stream().filter(this::isNumber).count();
    if (numbers == 0) {
      return true;
    }
    if (first.cells().stream().allMatch(c -> isNumber(c) || isMissing(c))) {
      return false;
    }
    List<String> next = second.map(CsvRow::cells).orElse(List.of());
    for (int i = 0; i < Math.min(first.cells().size(), next.size()); i++) {
      String cell = first.cells().get(i);
      if (!isNumber(cell) && !isMissing(cell) && isNumber(next.get(i))) {
        return true;
      }
    }
    throw new InputException(
        ("%s, line %s: names and numbers, which may be a header or data (expected: data.header or"
                + " --header: present or absent)")
            .formatted(file, first.line()));
  }

  private boolean isNumber(String cell) {
    return !Double.isNaN(NumberCell.parse(cell, notation.mark()))
        || notation.read(cell).isPresent();
  }

  private boolean isMissing(String cell) {
    char[] text = Blanks.strip(cell).toCharArray();
    return missing.holds(text, 0, text.length);
  }

  @Override
  public ColumnNaming naming() {
    return naming;
  }

  @Override
  public long firstLine() {
    return first.line();
  }

  @Override
  public String form() {
    return header ? "CSV with a header row" : "CSV without a header row";
  }

  /** The decimal mark that the first lines show, {@link DecimalMark#AUTO} if none. */
  public DecimalMark shown() {
    return shown;
  }

  /** The decimal mark with which numbers are read. */
  public char decimal() {
    return notation.mark();
  }

  @Override
  public ColumnBuilder builder(int column, CellStore store) {
    return new InferredColumn(names.get(column), missing, notation.mark(), store);
  }

  @Override
  public NumberNotation notation(int column) {
    return notation;
  }

  @Override
  public TextDeclaration declaration(int column) {
    return TextDeclaration.NONE;
  }

  private boolean repeatsNames(CsvRow row) {
    return header && names.size() > 1 && stripped(row).equals(stripped(first));
  }

  private static List<String> stripped(CsvRow row) {
    return row.cells().stream().map(Blanks::strip).toList();
  }

  @Override
  public boolean sendNext(RowSink sink) {
    CsvRow known = ahead.poll();
    if (known == null) {
      return rest.sendNext(sink);
    }
    if (repeatsNames(known)) {
      sink.names(known.line());
    } else {
      known.sendTo(sink);
    }
    return true;
  }

  @Override
  public List<String> notes() {
    return List.copyOf(notes);
  }
}

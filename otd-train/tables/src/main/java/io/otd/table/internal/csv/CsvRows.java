// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.otd.core.internal.cell.Blanks;
import io.otd.table.internal.build.RowSink;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV text: cells in quotes may hold separators, line breaks and doubled quotes (RFC
 * 4180), blanks may surround the quotes. Empty lines are skipped.
 */
public final class CsvRows {
  private final String file;
  private final boolean blanks;
  private final Handler handler;
  private final CloseableIterator<Boolean> records;

  /**
   * Reads from a text, which stays open.
   *
   * @param file its name, for messages
   * @param text with a header row or without
   * @param skipped how many lines of it were left out before
   * @param separator between cells
   * @param blanks whether blanks may surround quotes, which needs a slower parser; if they are not
   *     allowed but occur, {@link BlankBesideQuoteException} is thrown
   */
  public CsvRows(String file, Reader text, int skipped, char separator, boolean blanks) {
    this.file = file;
    this.blanks = blanks;
    this.handler = new Handler(blanks, skipped);
    this.records =
        CsvReader.builder()
            .fieldSeparator(separator)
            .skipEmptyLines(true)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .trimWhitespacesAroundQuotes(blanks)
            .allowUnclosedQuote(false)
            .build(handler, text)
            .iterator();
  }

  /**
   * The next row, if there is one.
   *
   * @throws InputException if it is broken
   */
  public Optional<CsvRow> next() {
    List<String> cells = new ArrayList<>();
    handler.sink =
        new RowSink() {
          @Override
          public void cell(long line, int column, char[] buffer, int from, int to) {
            cells.add(new String(buffer, from, to - from));
          }

          @Override
          public void end(long line, int count) {}
        };
    return advance() ? Optional.of(new CsvRow(handler.line, cells)) : Optional.empty();
  }

  /** From now on, a row that only repeats the names of the columns is none of data. */
  void named(List<String> names) {
    handler.names = names.size() < 2 ? new char[0][] : chars(names);
  }

  private static char[][] chars(List<String> names) {
    return names.stream().map(name -> Blanks.strip(name).toCharArray()).toArray(char[][]::new);
  }

  /**
   * Hands over the next row, if there is one.
   *
   * @return whether there was one
   * @throws InputException if it is broken
   */
  boolean sendNext(RowSink sink) {
    handler.sink = sink;
    if (!advance()) {
      return false;
    }
    if (handler.repeatsNames()) {
      sink.names(handler.line);
    } else {
      sink.end(handler.line, handler.cells());
    }
    return true;
  }

  private boolean advance() {
    try {
      if (!records.hasNext()) {
        return false;
      }
      records.next();
      return true;
    } catch (CsvParseException e) {
      throw broken(e);
    }
  }

  private RuntimeException broken(CsvParseException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    if (e.getCause() instanceof RuntimeException cause) {
      return cause;
    }
    String message = String.valueOf(e.getMessage()).strip();
    if (message.startsWith("Unclosed quoted field")) {
      return wrong("a quoted cell without end (expected: a second quote)");
    }
    if (message.startsWith("The maximum buffer size")) {
      return wrong(
          "a cell of more than 16 million characters (expected: shorter ones; is a quote without"
              + " end?)");
    }
    return blanks
        ? wrong(
            Quoted.plain(message.replaceFirst(" \\(0x.*", ""))
                + " (expected: the separator, or the end of the line; quotes inside a quoted cell"
                + " are doubled)")
        : new BlankBesideQuoteException();
  }

  private InputException wrong(String what) {
    return new InputException("%s, line %s: %s".formatted(file, handler.line, what));
  }

  /** Passes cells on as they are found, without creating a text for each. */
  private static final class Handler extends AbstractBaseCsvCallbackHandler<Boolean> {
    private final boolean blanks;
    private final int skipped;
    private @Nullable RowSink sink;
    private long line;
    private char[][] names = {};

    /** How many cells of the row, its first ones, repeat names; they have not been passed on. */
    private int repeated;

    Handler(boolean blanks, int skipped) {
      this.blanks = blanks;
      this.skipped = skipped;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
      line = skipped + startingLineNumber;
      repeated = 0;
    }

    @Override
    protected void handleField(int index, char[] text, int from, int length, boolean quoted) {
      if (!quoted
          && !blanks
          && length > 1
          && text[from] <= ' '
          && quoteFollows(text, from, length)) {
        throw new BlankBesideQuoteException();
      }
      if (sink == null) {
        return;
      }
      if (repeated == index && index < names.length && isName(index, text, from, length)) {
        repeated++;
        return;
      }
      passOn();
      sink.cell(line, index, text, from, from + length);
    }

    private boolean isName(int index, char[] text, int from, int length) {
      char[] name = names[index];
      // Nearly every cell begins in another way.
      if (length < name.length
          || (length > 0 && name.length > 0 && !Blanks.is(text[from]) && text[from] != name[0])) {
        return false;
      }
      int first = from;
      int end = from + length;
      while (first < end && Blanks.is(text[first])) {
        first++;
      }
      while (first < end && Blanks.is(text[end - 1])) {
        end--;
      }
      return Arrays.equals(text, first, end, name, 0, name.length);
    }

    private void passOn() {
      for (int i = 0; i < repeated && sink != null; i++) {
        sink.cell(line, i, names[i], 0, names[i].length);
      }
      repeated = 0;
    }

    /** Whether the row that has been read repeats all names, and no more. */
    boolean repeatsNames() {
      boolean all = repeated > 0 && repeated == names.length && repeated == getFieldCount();
      if (!all) {
        passOn();
      }
      return all;
    }

    private static boolean quoteFollows(char[] text, int from, int length) {
      int at = from;
      while (at < from + length && text[at] <= ' ') {
        at++;
      }
      return at < from + length && text[at] == '"';
    }

    int cells() {
      return getFieldCount();
    }

    @Override
    protected Boolean buildRecord() {
      return true;
    }
  }
}

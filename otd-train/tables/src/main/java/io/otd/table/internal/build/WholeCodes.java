// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.TextColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.problem.Quoted;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Tells whether whole numbers are codes, whose digits count: all of the same length, some with a
 * zero in front, as 00501; or some with more digits than a double holds.
 */
public final class WholeCodes {
  private static final String KEPT = "(columns.numeric reads numbers)";

  /** A double holds all digits of shorter numbers. */
  private static final int WIDE = 16;

  private final String column;

  /** Whether all cells so far are digits alone, of the same length. */
  private boolean even;

  private int length;

  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");

  /** Whether all cells so far are whole numbers. */
  private boolean whole = true;

  private String zeros = "";
  private String rounded = "";
  private long zerosLine;
  private long roundedLine;

  /**
   * Starts without cells.
   *
   * @param zeros whether zeros in front make codes, too
   */
  WholeCodes(String column, boolean zeros) {
    this.column = column;
    this.even = zeros;
  }

  /**
   * One more number.
   *
   * @param text holds its text
   * @param from its first character
   * @param to after its last
   */
  void add(long line, char[] text, int from, int to, double value) {
    // After a few decimals, nothing more is to be learnt from numbers of few digits.
    if (even || whole || to - from >= WIDE) {
      look(line, text, from, to, value);
    }
  }

  private void look(long line, char[] text, int from, int to, double value) {
    if (even) {
      length = length == 0 ? to - from : length;
      even = length == to - from && areDigits(text, from, to);
      if (even && text[from] == '0' && length > 1 && zeros.isEmpty()) {
        zeros = new String(text, from, to - from);
        zerosLine = line;
      }
    }
    if (WholeNumber.isWide(value)) {
      wide(line, new String(text, from, to - from), value);
    }
    whole &= value == Math.rint(value);
  }

  /**
   * Why the numbers among texts are codes, if they are. A few with more digits than a double holds
   * are not enough.
   *
   * @param mark decimal mark
   * @param place where a row stands
   */
  public static Optional<String> noteOf(TextColumn texts, char mark, LongFunction<String> place) {
    WholeCodes codes = new WholeCodes(texts.name(), true);
    BitSet few = few(CellTexts.of(texts, row -> ""), mark);
    for (int i = 0; i < texts.dictionary().size(); i++) {
      char[] text = texts.dictionary().get(i).toCharArray();
      double value = NumberCell.parse(text, 0, text.length, mark);
      if (!Double.isNaN(value) && !few.get(i)) {
        codes.add(i, text, 0, text.length, value);
      }
    }
    return codes.note(
        entry ->
            place.apply(
                IntStream.range(0, texts.rows())
                    .filter(row -> texts.codes()[row] == entry)
                    .findFirst()
                    .orElseThrow()));
  }

  /**
   * Why the numbers in a column that is declared as texts are codes, if they are: all are written
   * as whole numbers, and not as days.
   *
   * @param notation of numbers
   */
  public static Optional<String> declaredNoteOf(TextColumn texts, NumberNotation notation) {
    boolean days =
        DateTexts.areCompact(texts.dictionary().stream().mapToDouble(NumberCell::parse).toArray());
    boolean others =
        texts.dictionary().stream()
            .anyMatch(
                text ->
                    !WHOLE.matcher(text).matches()
                        && (!Double.isNaN(NumberCell.parse(text, notation.mark()))
                            || notation.read(text).isPresent()));
    return days || others
        ? Optional.empty()
        : Optional.of(
            "column %s: whole numbers in a column of texts, read as texts %s"
                .formatted(Quoted.of(texts.name()), KEPT));
  }

  /** Whole numbers with more digits than a double holds, if nearly all cells are others. */
  static BitSet few(CellTexts texts, char mark) {
    BitSet rounded = new BitSet();
    for (int i = 0; i < texts.counts().length; i++) {
      String text = texts.column().dictionary().get(i);
      double value = NumberCell.parse(text, mark);
      boolean digits = text.indexOf('.') < 0 && text.indexOf(',') < 0;
      rounded.set(i, digits && WholeNumber.isWide(value) && WholeNumber.isRounded(text, value));
    }
    return NearlyAll.hold(texts.cells(rounded), texts.present()) ? rounded : new BitSet();
  }

  private static boolean areDigits(char[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private void wide(long line, String text, double value) {
    boolean digits = text.indexOf('.') < 0 && text.indexOf(',') < 0;
    whole &= digits;
    if (rounded.isEmpty() && WholeNumber.isRounded(text, value)) {
      rounded = text;
      roundedLine = line;
    }
  }

  /** Whether a number has more digits than a double holds. */
  boolean anyRounded() {
    return !rounded.isEmpty();
  }

  /**
   * Why the numbers are codes, if they are.
   *
   * @param place where a line stands
   */
  Optional<String> note(LongFunction<String> place) {
    if (whole && !rounded.isEmpty()) {
      return Optional.of(roundedNote(place.apply(roundedLine), column, rounded));
    }
    return even && !zeros.isEmpty()
        ? Optional.of(
            "%s, column %s: %s begins with a zero, so the column is one of codes, read as texts %s"
                .formatted(place.apply(zerosLine), Quoted.of(column), Quoted.of(zeros), KEPT))
        : Optional.empty();
  }

  /** Why whole numbers are read as texts. */
  static String roundedNote(String place, String column, String cell) {
    return "%s, column %s: %s has more digits than numbers keep, so the column is read as texts %s"
        .formatted(place, Quoted.of(column), Quoted.of(cell), KEPT);
  }
}

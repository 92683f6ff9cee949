// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.cell.CellNumber;
import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.internal.cell.WrittenDate;
import io.otd.table.problem.ColumnNames;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A column of texts, as they are written or each rewritten. */
public final class TextBuilder implements ColumnBuilder {
  private static final UnaryOperator<String> AS_WRITTEN = UnaryOperator.identity();

  private final String name;
  private final MissingCells missing;
  private final List<String> declared;
  private final UnaryOperator<String> rewriting;
  private final BadCells bad;
  private TextDictionary dictionary;
  private IntStream.Builder codes = IntStream.builder();

  private TextBuilder(
      String name, MissingCells missing, List<String> declared, UnaryOperator<String> rewriting) {
    this.name = name;
    this.missing = missing;
    this.declared = declared.stream().distinct().toList();
    this.rewriting = rewriting;
    this.bad = new BadCells(name);
    this.dictionary = new TextDictionary(this.declared);
  }

  /**
   * Texts as they are written.
   *
   * @param missing which cells are
   */
  public TextBuilder(String name, MissingCells missing) {
    this(name, missing, List.of(), AS_WRITTEN);
  }

  /** The same, but texts other than some are problems. */
  public static TextBuilder nominal(String name, MissingCells missing, List<String> declared) {
    return new TextBuilder(name, missing, declared, AS_WRITTEN);
  }

  /**
   * Texts in which numbers are written in their shortest form: 12.0 and 012 are 12, as if the
   * column had been read as numbers.
   *
   * @param mark decimal mark of numbers
   */
  public static TextBuilder codes(String name, MissingCells missing, char mark) {
    return new TextBuilder(name, missing, List.of(), text -> code(text, mark));
  }

  private static String code(String text, char mark) {
    double value = NumberCell.parse(text, mark);
    return Double.isNaN(value) ? text : CellNumber.of(value);
  }

  /**
   * Dates as texts. Those in words and times with an offset are rewritten in a form of dates, and
   * what stands for a missing date is missing; all others stay as they are.
   */
  public static TextBuilder dates(String name, MissingCells missing) {
    return new TextBuilder(
        name, missing, List.of(), text -> Placeholders.ofDate(text) ? "" : WrittenDate.plain(text));
  }

  /** The next cell, empty if it is missing. */
  void add(String text) {
    add(0, text.toCharArray(), 0, text.length());
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    if (missing.holds(text, from, to)) {
      codes.add(TextColumn.MISSING);
      return;
    }
    int code = dictionary.code(text, from, to);
    if (code >= declared.size() && !declared.isEmpty()) {
      bad.add(
          line,
          line,
          "%s (expected: one of %s)"
              .formatted(
                  NumberCell.shown(new String(text, from, to - from)),
                  ColumnNames.quoted(declared)));
    }
    codes.add(code);
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return bad.problem(place);
  }

  @Override
  public Column build() {
    TextColumn written = new TextColumn(name, dictionary.texts(), codes.build().toArray());
    dictionary = new TextDictionary(declared);
    codes = IntStream.builder();
    return rewriting == AS_WRITTEN
        ? written
        : written.rewritten(written.dictionary().stream().map(rewriting).toList());
  }
}

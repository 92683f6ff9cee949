// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.BadCells;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.ColumnNames;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** A column of texts that were declared before. */
public final class NominalBuilder implements ColumnBuilder {
  private final String name;
  private final TextDictionary dictionary = new TextDictionary();
  private final int declared;
  private final MissingCells missing;
  private IntStream.Builder codes = IntStream.builder();
  private final BadCells bad = new BadCells();

  /**
   * Starts without cells.
   *
   * @param declared the texts that there may be
   * @param missing which cells are
   */
  public NominalBuilder(String name, List<String> declared, MissingCells missing) {
    this.name = name;
    this.missing = missing;
    declared.forEach(t -> dictionary.code(t.toCharArray(), 0, t.length()));
    this.declared = dictionary.texts().size();
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    String cell = new String(text, from, to - from);
    if (missing.holds(text, from, to)) {
      codes.add(TextColumn.MISSING);
      return;
    }
    int code = dictionary.code(text, from, to);
    if (code >= declared) {
      bad.add(
          line,
          "%s (expected: one of %s)"
              .formatted(
                  NumberCell.shown(cell),
                  ColumnNames.quoted(dictionary.texts().subList(0, declared))));
    }
    codes.add(code);
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return bad.problem(place, name);
  }

  @Override
  public Column build() {
    Column column = new TextColumn(name, dictionary.texts(), codes.build().toArray());
    codes = IntStream.builder();
    return column;
  }
}

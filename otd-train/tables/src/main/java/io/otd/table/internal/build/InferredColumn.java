// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers for as long as its cells are numbers or missing, else of texts. If a text
 * comes after numbers, the texts of the numbers are lost: the file has to be read again.
 */
public final class InferredColumn implements ColumnBuilder {
  private final String name;
  private final MissingCells missing;
  private final char mark;
  private final BadCells tooLarge;
  private final CellStore store;
  private final WholeCodes codes;
  private NumberBuffer numbers;
  private boolean anyNumber;
  private boolean needsTexts;
  private @Nullable TextBuilder texts;

  /**
   * Starts without cells.
   *
   * @param missing which cells are
   * @param mark decimal mark of numbers
   */
  public InferredColumn(String name, MissingCells missing, char mark, CellStore store) {
    this.store = store;
    this.tooLarge = new BadCells(name);
    this.codes = new WholeCodes(name, true);
    this.numbers = new NumberBuffer(store);
    this.name = name;
    this.missing = missing;
    this.mark = mark;
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    if (needsTexts) {
      return;
    }
    if (texts != null) {
      texts.add(line, text, from, to);
    } else if (missing.holds(text, from, to)) {
      numbers.add(Double.NaN);
    } else {
      double value = NumberCell.parse(text, from, to, mark);
      if (Double.isNaN(value)) {
        addText(line, text, from, to);
      } else {
        anyNumber = true;
        codes.add(line, text, from, to, value);
        numbers.add(value);
      }
    }
  }

  private void addText(long line, char[] text, int from, int to) {
    String cell = new String(text, from, to - from);
    if (NumberCell.tooLarge(cell)) {
      anyNumber = true;
      tooLarge.add(numbers.size(), line, NumberCell.complaint(cell));
      numbers.add(Double.NaN);
      return;
    }
    needsTexts = anyNumber;
    texts = new TextBuilder(name, missing);
    if (!needsTexts) {
      for (long i = 0; i < numbers.size(); i++) {
        texts.add(line, text, from, from);
      }
      texts.add(line, text, from, to);
    }
    numbers = new NumberBuffer(store);
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return texts == null ? tooLarge.problem(place) : Optional.empty();
  }

  @Override
  public Optional<String> codes(LongFunction<String> place) {
    return texts == null ? codes.note(place) : Optional.empty();
  }

  @Override
  public boolean needsTexts() {
    return needsTexts || (texts == null && codes.anyRounded());
  }

  @Override
  public Column build() {
    return texts == null ? numbers.column(name, "") : texts.build();
  }
}

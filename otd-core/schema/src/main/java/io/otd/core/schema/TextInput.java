// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.cell.CellText;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A column of texts. The missing cell is the empty text, or a blank one. */
public sealed interface TextInput extends InputColumn permits ListedInput, DateInput {
  /** The missing cell. */
  String MISSING = "";

  /** Whether a cell may hold a text, the empty one standing for a missing cell. */
  boolean accepts(String text);

  /**
   * The text of a cell of any type: a text, a number, a {@link Boolean}, a date of {@code
   * java.time}; null for a missing one. A point in time is written in UTC.
   *
   * @return empty for a missing cell
   * @throws IllegalArgumentException if the column does not accept it, with the cell and what was
   *     expected
   */
  default String text(@Nullable Object cell) {
    String text = CellText.of(cell);
    if (!accepts(text)) {
      throw new IllegalArgumentException(
          "%s (expected: %s)".formatted(CellText.shown(cell), expected(text)));
    }
    return text;
  }

  /** Permitted texts, for messages. */
  String expected();

  /** Permitted texts, for a message on a text that is not {@linkplain #accepts accepted}. */
  default String expected(String text) {
    return expected();
  }

  /**
   * The text that stands for a missing cell in a column that had none in training: one that is no
   * category, the more frequent of two, or a typical date.
   */
  String standIn();

  /** Some texts that a cell may hold, at least one. */
  List<String> examples();

  /**
   * Writes the inputs of one cell.
   *
   * @param text blank for a missing cell; one that is not accepted gives NaN
   * @param out receives {@link #width} numbers
   * @param at place of the first
   * @return the place after the last
   */
  int encode(String text, float[] out, int at);

  /**
   * Treatment of a column, depending on its texts.
   *
   * @param listed for texts that are looked up
   * @param date for dates
   */
  <R> R matchText(Function<ListedInput, R> listed, Function<DateInput, R> date);

  @Override
  default <R> R match(Function<NumericInput, R> numeric, Function<TextInput, R> text) {
    return text.apply(this);
  }
}

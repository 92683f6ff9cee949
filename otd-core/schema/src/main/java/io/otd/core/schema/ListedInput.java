// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.cell.Blanks;
import io.otd.core.internal.cell.CellNumber;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A column of texts with a table from each known text to the network's inputs. A cell means the
 * text that it is equal to, to the letter. Otherwise:
 *
 * <ul>
 *   <li>blanks around it do not count, unless a known text has some
 *   <li>{@code true} and {@code false}, as truth values are written, mean the column's own text for
 *       it
 *   <li>where all known texts are numbers, a number means the text of the same number: {@code 12.0}
 *       means {@code 12}
 * </ul>
 */
public sealed interface ListedInput extends TextInput permits BooleanInput, CategoricalInput {
  /** The known texts, each once. */
  List<String> texts();

  /** What truth values mean, where no known text is {@code true} or {@code false}: these texts. */
  Map<String, String> truths();

  /** {@link #truths} whose spellings are not known texts themselves: these, and what they mean. */
  default Map<String, String> spellings() {
    Map<String, String> spellings = new TreeMap<>(truths());
    texts().forEach(spellings::remove);
    return spellings;
  }

  /** Whether blanks around a cell count: a known text has some. */
  default boolean padded() {
    return texts().stream().anyMatch(text -> !text.equals(Blanks.strip(text)));
  }

  /** Whether all known texts are numbers, each in its shortest form. */
  default boolean allNumbers() {
    return texts().stream().allMatch(text -> text.equals(MISSING) || CellNumber.isShortest(text))
        && texts().stream().anyMatch(text -> !text.equals(MISSING));
  }

  /** The known text that a cell means; the cell itself, without blanks, if there is none. */
  default String known(String cell) {
    List<String> texts = texts();
    if (texts.contains(cell)) {
      return cell;
    }
    String text = Blanks.strip(cell);
    if (!text.equals(cell) && padded()) {
      return cell;
    }
    if (texts.contains(text)) {
      return text;
    }
    if (text.equals("true") || text.equals("false")) {
      return truths().getOrDefault(text, text);
    }
    String number = CellNumber.of(CellNumber.parse(text));
    return !number.isEmpty() && texts.contains(number) && allNumbers() ? number : text;
  }

  /**
   * One of the network's inputs for a text.
   *
   * @param place of the text in {@link #texts}; their number for any other text
   * @param feature from 0 to {@link #width} - 1
   * @return NaN if the column allows no such text
   */
  double code(int place, int feature);

  /** Place among {@link #texts} of the one that a cell means; their number for any other text. */
  default int place(String cell) {
    int exact = texts().indexOf(cell);
    int place = exact < 0 ? texts().indexOf(known(cell)) : exact;
    return place < 0 ? texts().size() : place;
  }

  @Override
  default List<String> examples() {
    return texts();
  }

  @Override
  default int encode(String text, float[] out, int at) {
    int place = place(text);
    for (int feature = 0; feature < width(); feature++) {
      out[at + feature] = (float) code(place, feature);
    }
    return at + width();
  }

  @Override
  default <R> R matchText(Function<ListedInput, R> listed, Function<DateInput, R> date) {
    return listed.apply(this);
  }

  /** All codes: a row of {@link #width} numbers for each known text, then one for any other. */
  default float[][] codes() {
    float[][] codes = new float[texts().size() + 1][width()];
    for (int place = 0; place < codes.length; place++) {
      for (int feature = 0; feature < codes[place].length; feature++) {
        codes[place][feature] = (float) code(place, feature);
      }
    }
    return codes;
  }
}

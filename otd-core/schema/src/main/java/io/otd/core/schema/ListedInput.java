// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.util.List;
import java.util.function.Function;

/** A column of texts with a table from each known text to the network's inputs. */
public sealed interface ListedInput extends TextInput permits BooleanInput, CategoricalInput {
  /** The known texts, each once; a text must be equal to one of them to the letter. */
  List<String> texts();

  /**
   * One of the network's inputs for a text.
   *
   * @param place of the text in {@link #texts}; their number for any other text
   * @param feature from 0 to {@link #width} - 1
   * @return NaN if the column allows no such text
   */
  double code(int place, int feature);

  /** Place of a text in {@link #texts}; their number for any other text. */
  default int place(String text) {
    int place = texts().indexOf(text);
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

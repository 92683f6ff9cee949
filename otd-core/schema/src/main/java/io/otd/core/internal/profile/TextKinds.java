// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TextInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The distinct texts of a column: one spelling each of yes and no. */
public final class TextKinds {
  private final ListedInput column;
  private final List<String> names;
  private final Map<String, Integer> places = new HashMap<>();

  /** The kinds of a column. */
  public TextKinds(ListedInput column) {
    this.column = column;
    List<List<String>> spellings =
        column instanceof BooleanInput words
            ? List.of(words.no(), words.yes())
            : column.texts().stream()
                .filter(text -> !text.equals(TextInput.MISSING))
                .map(List::of)
                .toList();
    names = spellings.stream().flatMap(texts -> Stream.of(texts.get(0))).toList();
    for (int kind = 0; kind < spellings.size(); kind++) {
      for (String text : spellings.get(kind)) {
        places.put(text, kind);
      }
    }
  }

  /** One text of each kind. */
  public List<String> names() {
    return names;
  }

  /** Place of the kind of a cell among {@link #names}; their number for any other. */
  public int place(String text) {
    Integer exact = places.get(text);
    return exact == null ? places.getOrDefault(column.known(text), names.size()) : exact;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Texts that mean no and yes, in lower case, with a first capital, or in capitals.
 *
 * @param no the word for 0
 * @param yes the word for 1
 */
record BooleanWords(String no, String yes) {
  private static final List<BooleanWords> ALL =
      List.of(
          new BooleanWords("no", "yes"),
          new BooleanWords("false", "true"),
          new BooleanWords("n", "y"),
          new BooleanWords("f", "t"),
          new BooleanWords("off", "on"),
          new BooleanWords("disabled", "enabled"),
          new BooleanWords("nein", "ja"),
          new BooleanWords("n", "j"),
          new BooleanWords("falsch", "wahr"),
          new BooleanWords("aus", "an"),
          new BooleanWords("non", "oui"),
          new BooleanWords("faux", "vrai"),
          new BooleanWords("no", "si"),
          new BooleanWords("no", "sí"),
          new BooleanWords("no", "sì"),
          new BooleanWords("falso", "verdadero"),
          new BooleanWords("falso", "vero"),
          new BooleanWords("não", "sim"),
          new BooleanWords("nao", "sim"),
          new BooleanWords("nee", "ja"),
          new BooleanWords("nej", "ja"),
          new BooleanWords("nei", "ja"),
          new BooleanWords("nie", "tak"),
          new BooleanWords("ne", "ano"));

  /** The pair that all texts are of, if there is one; there is none for no text at all. */
  static Optional<BooleanWords> of(Collection<String> texts) {
    return ALL.stream()
        .filter(pair -> !texts.isEmpty() && texts.stream().allMatch(pair::holds))
        .findFirst();
  }

  private boolean holds(String text) {
    return noTexts().contains(text) || yesTexts().contains(text);
  }

  /** Every spelling of no. */
  List<String> noTexts() {
    return spellings(no);
  }

  /** Every spelling of yes. */
  List<String> yesTexts() {
    return spellings(yes);
  }

  private static List<String> spellings(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    return Stream.of(word, upper.charAt(0) + word.substring(1), upper).distinct().toList();
  }
}

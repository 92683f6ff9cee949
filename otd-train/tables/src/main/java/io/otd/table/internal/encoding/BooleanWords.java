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
      Stream.of(
              ("no yes,false true,n y,f t,off on,disabled enabled,nein ja,n j,"
                      + "falsch wahr,aus an,non oui,faux vrai,no si,no sí,no sì,"
                      + "falso verdadero,falso vero,não sim,nao sim,nee ja,nej ja,nei ja,"
                      + "nie tak,ne ano")
                  .split(","))
          .map(pair -> pair.split(" "))
          .map(pair -> new BooleanWords(pair[0], pair[1]))
          .toList();

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

// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the separator of a table from the beginning of its text. */
final class Separator {
  private static final char[] CANDIDATES = {'\t', ';', '|', ','};
  private static final int LINES = 10;
  private static final int LEAST_ALIKE = 3;

  private Separator() {}

  /**
   * The separator that occurs in the first line and, outside quotes, equally often in most of the
   * next lines. If several do, the one that is rarest elsewhere, in this order: tab, semicolon,
   * bar, comma, which may be a decimal comma. If no line is like the first one, which may be a
   * title, the one that occurs equally often in most of the others. Comma if there is none.
   *
   * @param head the first lines, the last one perhaps cut short
   */
  static char detect(String head) {
    char best = ',';
    long bestScore = 0;
    for (char candidate : CANDIDATES) {
      List<Integer> counts = counts(head, candidate);
      int first = counts.get(0);
      long same = counts.stream().filter(c -> c == first).count();
      long score = first == 0 ? 0 : same;
      if (score > bestScore) {
        bestScore = score;
        best = candidate;
      }
    }
    return bestScore > 1 ? best : ofOthers(head).orElse(best);
  }

  private static Optional<Character> ofOthers(String head) {
    Optional<Character> best = Optional.empty();
    long bestScore = LEAST_ALIKE - 1;
    for (char candidate : CANDIDATES) {
      List<Integer> counts = counts(head, candidate);
      List<Integer> others = counts.subList(1, counts.size());
      for (int count : others) {
        long same = others.stream().filter(c -> c == count).count();
        if (count > 0 && same > bestScore && 2 * same > others.size()) {
          bestScore = same;
          best = Optional.of(candidate);
        }
      }
    }
    return best;
  }

  /** How often a character occurs outside quotes in each of the first non-empty lines. */
  private static List<Integer> counts(String head, char candidate) {
    List<Integer> counts = new ArrayList<>();
    boolean quoted = false;
    int count = 0;
    boolean empty = true;
    for (int i = 0; i < head.length() && counts.size() < LINES; i++) {
      char c = head.charAt(i);
      if (c == '"') {
        quoted = !quoted;
        empty = false;
      } else if (!quoted && (c == '\n' || c == '\r')) {
        if (!empty) {
          counts.add(count);
        }
        count = 0;
        empty = true;
      } else {
        empty = false;
        if (!quoted && c == candidate) {
          count++;
        }
      }
    }
    if (counts.isEmpty()) {
      counts.add(count);
    }
    return counts;
  }
}

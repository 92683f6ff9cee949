// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.core.internal.cell.Blanks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Recognises missing cells: empty ones, and those with one of some spellings, ignoring case. */
public final class MissingCells {
  /**
   * Whether a spelling begins with each of the first 128 characters, and as the last entry, with
   * any other.
   */
  private final boolean[] beginnings = new boolean[129];

  /** By length; of each spelling the characters in lower and in upper case. */
  private final List<List<char[][]>> byLength = new ArrayList<>();

  /**
   * Takes some spellings.
   *
   * @param spellings of cells that hold nothing, case ignored
   */
  public MissingCells(List<String> spellings) {
    for (String spelling : spellings) {
      char[] lower = Blanks.strip(spelling).toLowerCase(Locale.ROOT).toCharArray();
      char[] upper = Blanks.strip(spelling).toUpperCase(Locale.ROOT).toCharArray();
      for (char[] letters : List.of(lower, upper)) {
        if (letters.length > 0) {
          beginnings[Math.min(letters[0], 128)] = true;
        }
      }
      while (byLength.size() <= lower.length) {
        byLength.add(new ArrayList<>());
      }
      // If the upper case is longer, as that of ß, only the lower case counts.
      byLength
          .get(lower.length)
          .add(new char[][] {lower, upper.length == lower.length ? upper : lower});
    }
  }

  /**
   * Whether a cell is missing.
   *
   * @param text holds it, without blanks around it
   * @param from its first character
   * @param to after its last
   */
  public boolean holds(char[] text, int from, int to) {
    int length = to - from;
    // Nearly every cell is a number, and no number begins like a spelling.
    if (length == 0 || length >= byLength.size() || !beginnings[Math.min(text[from], 128)]) {
      return length == 0;
    }
    for (char[][] spelling : byLength.get(length)) {
      if (same(spelling, text, from)) {
        return true;
      }
    }
    return false;
  }

  private static boolean same(char[][] spelling, char[] text, int from) {
    for (int i = 0; i < spelling[0].length; i++) {
      char c = text[from + i];
      if (c != spelling[0][i] && c != spelling[1][i]) {
        return false;
      }
    }
    return true;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.cell;

/**
 * The characters that do not count around a cell: spaces of all widths and scripts, also those that
 * do not break a line or have no width, ends of lines, and control characters below them.
 */
public final class Blanks {
  /** One blank, in the common part of the syntaxes of Java and RE2. */
  public static final String REGEX =
      "[\\x00-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200b}\\x{2028}\\x{2029}\\x{202f}\\x{205f}"
          + "\\x{3000}\\x{feff}]";

  private Blanks() {}

  /** Whether a character is a blank. */
  public static boolean is(char c) {
    // One comparison for nearly every character.
    return (char) (c - '!') > '\u0084' - '!' && isRare(c);
  }

  private static boolean isRare(char c) {
    return switch (c) {
      case '\u0085',
          '\u00a0',
          '\u1680',
          '\u2028',
          '\u2029',
          '\u202f',
          '\u205f',
          '\u3000',
          '\ufeff' ->
          true;
      default -> c <= ' ' || (c >= '\u2000' && c <= '\u200b');
    };
  }

  /** Whether a text has no other characters. */
  public static boolean all(CharSequence text) {
    return text.chars().allMatch(c -> is((char) c));
  }

  /** A text without the blanks around it. */
  public static String strip(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && is(text.charAt(from))) {
      from++;
    }
    while (from < to && is(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }
}

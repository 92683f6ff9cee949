// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

/**
 * Parses a line of an ARFF file: words in single or double quotes, in which a backslash escapes the
 * next character, or unquoted words up to the next delimiter.
 */
final class ArffLine {
  private char[] text = new char[256];
  private int length;
  private int at;
  private int from;
  private int to;

  /** Starts a line. */
  void set(String line) {
    length = line.length();
    if (text.length < length) {
      text = new char[Math.max(length, 2 * text.length)];
    }
    line.getChars(0, length, text, 0);
    at = 0;
    skipBlanks();
  }

  /** The characters, among them those of the last word. */
  char[] text() {
    return text;
  }

  /** First character of the last word. */
  int from() {
    return from;
  }

  /** After the last character of the last word. */
  int to() {
    return to;
  }

  /** The last word. */
  String word() {
    return new String(text, from, to - from);
  }

  /** Whether only blanks remain. */
  boolean ended() {
    return at == length;
  }

  /** The rest, for messages. */
  String rest() {
    return new String(text, at, length - at);
  }

  /** Whether a character is at this position. */
  boolean sees(char c) {
    return at < length && text[at] == c;
  }

  /** Skips a character at this position, if it is there, and blanks after it. */
  boolean skip(char c) {
    if (!sees(c)) {
      return false;
    }
    at++;
    skipBlanks();
    return true;
  }

  /**
   * Whether a character occurs outside quotes in the rest. As for {@link #next}, a quote inside a
   * word, as in {@code it's}, is a character like others.
   */
  boolean holds(char c) {
    char quote = 0;
    boolean begins = true;
    for (int i = at; i < length; i++) {
      if (quote != 0 && text[i] == '\\') {
        i++;
      } else if (quote != 0) {
        begins = text[i] == quote;
        quote = begins ? 0 : quote;
      } else if (text[i] == c) {
        return true;
      } else if (begins && (text[i] == '\'' || text[i] == '"')) {
        quote = text[i];
      } else {
        begins = isBlank(text[i]);
      }
    }
    return false;
  }

  /**
   * Reads a word, and skips the blanks behind it.
   *
   * @param end before which a word without quotes ends, besides the end of the line
   * @param other before which it ends as well
   * @param blanks whether it also ends at a blank
   * @return false if a quote has no end
   */
  boolean next(char end, char other, boolean blanks) {
    if (sees('\'') || sees('"')) {
      return quoted();
    }
    from = at;
    while (at < length && text[at] != end && text[at] != other && !(blanks && isBlank(text[at]))) {
      at++;
    }
    to = at;
    while (to > from && isBlank(text[to - 1])) {
      to--;
    }
    skipBlanks();
    return true;
  }

  private boolean quoted() {
    char quote = text[at++];
    from = at;
    to = at;
    while (at < length && text[at] != quote) {
      if (text[at] == '\\' && at + 1 < length) {
        at++;
        text[to++] = escaped(text[at]);
      } else {
        text[to++] = text[at];
      }
      at++;
    }
    if (at == length) {
      return false;
    }
    at++;
    skipBlanks();
    return true;
  }

  private static char escaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> c;
    };
  }

  private void skipBlanks() {
    while (at < length && isBlank(text[at])) {
      at++;
    }
  }

  private static boolean isBlank(char c) {
    return c <= ' ';
  }
}

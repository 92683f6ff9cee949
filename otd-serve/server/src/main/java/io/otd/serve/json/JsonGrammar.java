// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;

/**
 * A position in a body, which moves over one piece of JSON after the other and rejects anything
 * else. Messages are those of TensorFlow Serving's parser. The end reads as 0.
 */
final class JsonGrammar {
  /** More digits than this before the point may be too many for a double. */
  private static final int SAFE_DIGITS = 308;

  private final byte[] bytes;
  private int position;

  JsonGrammar(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Skips the byte order mark and white space; the body must continue after them. */
  int begin() {
    if (bytes.length > 2
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF) {
      position = 3;
    }
    peek();
    if (position >= bytes.length) {
      throw bytes.length == 0
          ? JsonDocument.invalid("JSON Parse error: The document is empty")
          : error("The document is empty.");
    }
    return position;
  }

  int position() {
    return position;
  }

  /** A reader of what has been walked over. */
  JsonReader reader(int from) {
    return new JsonReader(bytes, from);
  }

  int at(int index) {
    return index < bytes.length ? bytes[index] : 0;
  }

  /** Skips white space; returns the next byte. */
  int peek() {
    int at = position;
    while (at < bytes.length && isSpace(bytes[at])) {
      at++;
    }
    position = at;
    return at(at);
  }

  static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  void skip() {
    position++;
  }

  boolean skipIf(int c) {
    boolean there = peek() == c;
    if (there) {
      position++;
    }
    return there;
  }

  void close(boolean object) {
    if (!skipIf(object ? '}' : ']')) {
      throw error(
          object
              ? "Missing a comma or } after an object member."
              : "Missing a comma or ] after an array element.");
    }
  }

  /** Moves over a name and its colon to the value; where the name began. */
  int name() {
    if (peek() != '"') {
      throw error("Missing a name for object member.");
    }
    int from = position;
    string();
    if (!skipIf(':')) {
      throw error("Missing a colon after a name of object member.");
    }
    peek();
    return from;
  }

  /** Moves over a string, a number or a word. */
  void scalar() {
    switch (at(position)) {
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    }
  }

  private void word(String word) {
    if (!skipWord(word)) {
      throw error("Invalid value.");
    }
  }

  private boolean skipWord(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at(position + i) != word.charAt(i)) {
        return false;
      }
    }
    position += word.length();
    return true;
  }

  private void string() {
    position++;
    while (true) {
      int c = at(position);
      if (c == '"') {
        position++;
        return;
      }
      if (c == '\\') {
        escape();
      } else if (c >= 0 && c < ' ') {
        throw error(
            c == 0 ? "Missing a closing quotation mark in string." : "Invalid encoding in string.");
      } else {
        position++;
      }
    }
  }

  private void escape() {
    position++;
    int c = at(position);
    if (c == 'u') {
      position++;
      int unit = hex();
      if (Character.isLowSurrogate((char) unit)
          || (Character.isHighSurrogate((char) unit) && !lowSurrogate())) {
        throw error("The surrogate pair in string is invalid.");
      }
    } else if (c != 0 && "\"\\/bfnrt".indexOf(c) >= 0) {
      position++;
    } else {
      throw error("Invalid escape character in string.");
    }
  }

  private boolean lowSurrogate() {
    if (at(position) != '\\' || at(position + 1) != 'u') {
      return false;
    }
    position += 2;
    return Character.isLowSurrogate((char) hex());
  }

  private int hex() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(at(position), 16);
      if (digit < 0) {
        throw error("Incorrect hex digit after \\u escape in string.");
      }
      value = value * 16 + digit;
      position++;
    }
    return value;
  }

  private void number() {
    int from = position;
    if (at(position) == '-') {
      position++;
    }
    int c = at(position);
    if (c == 'N' || c == 'I') {
      notFinite();
      return;
    }
    if (!isDigit(c)) {
      throw error("Invalid value.");
    }
    int digitsFrom = position;
    position++;
    if (c != '0') {
      digits();
    }
    int size = position - digitsFrom;
    if (at(position) == '.') {
      position++;
      requireDigits("Miss fraction part in number.");
    }
    if (at(position) == 'e' || at(position) == 'E') {
      size += exponent();
    }
    if (size > SAFE_DIGITS && Double.isInfinite(new JsonReader(bytes, from).number().value())) {
      position = from;
      throw error("Number too big to be stored in double.");
    }
  }

  private void notFinite() {
    if (!skipWord("NaN")) {
      word("Inf");
      skipWord("inity");
    }
  }

  private int exponent() {
    position++;
    boolean negative = at(position) == '-';
    if (negative || at(position) == '+') {
      position++;
    }
    int from = position;
    requireDigits("Miss exponent in number.");
    int value = JsonNumber.exponent(bytes, from);
    return negative ? -value : value;
  }

  private void requireDigits(String message) {
    if (!isDigit(at(position))) {
      throw error(message);
    }
    digits();
  }

  private void digits() {
    int at = position;
    while (at < bytes.length && isDigit(bytes[at])) {
      at++;
    }
    position = at;
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private ServingException error(String message) {
    return JsonDocument.invalid("JSON Parse error: %s at offset: %s".formatted(message, position));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The content between quotation marks. Bytes that are not UTF-8 are left unchanged. */
final class JsonString {
  private JsonString() {}

  /** The bytes that a well-formed string with escapes means. */
  static byte[] unescaped(byte[] bytes, int from, int to) {
    ByteArrayOutputStream meant = new ByteArrayOutputStream(to - from);
    int at = from;
    while (at < to) {
      if (bytes[at] != '\\') {
        meant.write(bytes[at++]);
      } else if (bytes[at + 1] != 'u') {
        meant.write(escaped(bytes[at + 1]));
        at += 2;
      } else {
        char unit = unit(bytes, at);
        at += 6;
        String text = String.valueOf(unit);
        if (Character.isHighSurrogate(unit)) {
          text += unit(bytes, at);
          at += 6;
        }
        meant.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      }
    }
    return meant.toByteArray();
  }

  private static byte escaped(byte letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> letter;
    };
  }

  private static char unit(byte[] bytes, int at) {
    int unit = 0;
    for (int i = 2; i < 6; i++) {
      unit = unit * 16 + Character.digit(bytes[at + i], 16);
    }
    return (char) unit;
  }

  /** Base64 may be broken into lines. */
  static byte[] withoutSpace(byte[] text) {
    int kept = 0;
    byte[] packed = new byte[text.length];
    for (byte c : text) {
      if (c != ' ' && (c < '\t' || c > '\r')) {
        packed[kept++] = c;
      }
    }
    return kept == text.length ? packed : Arrays.copyOf(packed, kept);
  }
}

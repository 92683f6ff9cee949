// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import java.util.List;
import java.util.SplittableRandom;

/** Texts damaged slightly or heavily; the same ones for the same seed. */
public final class Mutations {
  private static final List<String> PIECES =
      List.of(
          ",",
          ";",
          "\t",
          "\"",
          "\n",
          "\r",
          "\uFEFF",
          "\0",
          "NaN",
          "1e999",
          "-",
          "{",
          "}",
          "[",
          "]",
          ":",
          "&a",
          "*a",
          "!!binary",
          "é",
          "'",
          "#",
          "null",
          "true",
          "\\",
          "%",
          "..",
          "0x10",
          " ");

  private Mutations() {}

  /**
   * A damaged text.
   *
   * @param text a valid text
   */
  public static String of(String text, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder result = new StringBuilder(text);
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes && result.length() > 0; i++) {
      int at = random.nextInt(result.length());
      int end = Math.min(result.length(), at + 1 + random.nextInt(8));
      switch (random.nextInt(4)) {
        case 0 -> result.delete(at, end);
        case 1 -> result.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        case 2 -> result.insert(at, result.substring(at, end));
        default -> result.setCharAt(at, (char) (1 + random.nextInt(300)));
      }
    }
    return result.toString();
  }
}

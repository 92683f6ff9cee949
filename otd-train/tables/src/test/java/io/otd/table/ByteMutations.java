// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Files damaged slightly or heavily, byte by byte; the same ones for the same seed. */
public final class ByteMutations {
  private static final List<String> PIECES =
      List.of(
          "1e999",
          "-123456789012345678901234567890",
          "9".repeat(5000),
          "\0",
          "\u0001\u001b[31m",
          "\r",
          "\n\n",
          "\"",
          "'",
          "\\",
          "{",
          "}",
          ",,,,",
          "\uFEFF",
          "\uFFFF",
          "@data\n",
          "%");

  private ByteMutations() {}

  /**
   * A damaged file.
   *
   * @param bytes of a valid file
   */
  public static byte[] of(byte[] bytes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] result = bytes;
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && result.length > 0; i++) {
      result = changed(result, random);
    }
    return result;
  }

  private static byte[] changed(byte[] bytes, SplittableRandom random) {
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(40));
    return switch (random.nextInt(6)) {
      case 0 -> flipped(bytes, at, random);
      case 1 -> joined(bytes, at, new byte[0], end);
      case 2 -> joined(bytes, end, Arrays.copyOfRange(bytes, at, end), end);
      case 3 -> Arrays.copyOf(bytes, at);
      case 4 ->
          joined(
              bytes,
              at,
              PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8),
              at);
      default -> joined(bytes, at, new byte[] {(byte) random.nextInt(256)}, at);
    };
  }

  private static byte[] flipped(byte[] bytes, int at, SplittableRandom random) {
    byte[] result = bytes.clone();
    result[at] ^= (byte) (1 << random.nextInt(8));
    return result;
  }

  /** The beginning up to {@code to}, inserted bytes, and the rest from {@code from}. */
  private static byte[] joined(byte[] bytes, int to, byte[] between, int from) {
    byte[] result = Arrays.copyOf(bytes, to + between.length + bytes.length - from);
    System.arraycopy(between, 0, result, to, between.length);
    System.arraycopy(bytes, from, result, to + between.length, bytes.length - from);
    return result;
  }
}

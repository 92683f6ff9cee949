// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes of bytes, regardless of their meaning. */
final class Bytes {
  private Bytes() {}

  /** One to four changes to a copy. */
  static byte[] mutated(byte[] bytes, SplittableRandom random) {
    byte[] result = bytes.clone();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      result = once(result, random);
    }
    return result;
  }

  private static byte[] once(byte[] bytes, SplittableRandom random) {
    if (bytes.length == 0) {
      return random(random.nextInt(1, 20), random);
    }
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + random.nextInt(1, 20));
    return switch (random.nextInt(7)) {
      case 0 -> {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        yield bytes;
      }
      case 1 -> {
        bytes[at] = (byte) random.nextInt();
        yield bytes;
      }
      case 2 -> Arrays.copyOf(bytes, at);
      case 3 -> inserted(bytes, at, Arrays.copyOfRange(bytes, at, end)); // doubled
      case 4 -> inserted(bytes, at, random(random.nextInt(1, 20), random));
      case 5 ->
          inserted(Arrays.copyOf(bytes, at), at, Arrays.copyOfRange(bytes, end, bytes.length));
      default -> {
        Arrays.fill(bytes, at, end, (byte) (random.nextBoolean() ? 0 : 0xff));
        yield bytes;
      }
    };
  }

  static byte[] inserted(byte[] bytes, int at, byte[] more) {
    byte[] result = new byte[bytes.length + more.length];
    System.arraycopy(bytes, 0, result, 0, at);
    System.arraycopy(more, 0, result, at, more.length);
    System.arraycopy(bytes, at, result, at + more.length, bytes.length - at);
    return result;
  }

  static byte[] random(int length, SplittableRandom random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * The random bits of fresh draws: Philox 4x32-10 (Salmon et al. 2011, "Parallel random numbers: as
 * easy as 1, 2, 3"), the same words as in the exported graph.
 */
final class PhiloxWords {
  private static final int ROUNDS = 10;
  private static final int GROUP = 4;
  private static final long FIRST_FACTOR = 0xD2511F53L;
  private static final long SECOND_FACTOR = 0xCD9E8D57L;
  private static final int FIRST_WEYL = 0x9E3779B9;
  private static final int SECOND_WEYL = 0xBB67AE85;

  private PhiloxWords() {}

  /** The first words of a key. */
  static int[] draw(long key, int count) {
    int[] all = new int[count];
    int[] words = new int[GROUP];
    for (int from = 0; from < count; from += GROUP) {
      words(key, from / GROUP, words);
      System.arraycopy(words, 0, all, from, Math.min(GROUP, count - from));
    }
    return all;
  }

  private static void words(long key, long counter, int[] out) {
    int c0 = (int) counter;
    int c1 = (int) (counter >>> Integer.SIZE);
    int c2 = 0;
    int c3 = 0;
    int k0 = (int) key;
    int k1 = (int) (key >>> Integer.SIZE);
    for (int round = 0; round < ROUNDS; round++) {
      long first = FIRST_FACTOR * Integer.toUnsignedLong(c0);
      long second = SECOND_FACTOR * Integer.toUnsignedLong(c2);
      c0 = (int) (second >>> Integer.SIZE) ^ c1 ^ k0;
      c1 = (int) second;
      c2 = (int) (first >>> Integer.SIZE) ^ c3 ^ k1;
      c3 = (int) first;
      k0 += FIRST_WEYL;
      k1 += SECOND_WEYL;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
  }
}

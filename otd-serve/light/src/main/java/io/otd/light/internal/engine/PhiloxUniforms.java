// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * The uniforms of fresh draws: Philox 4x32-10 (Salmon et al. 2011, "Parallel random numbers: as
 * easy as 1, 2, 3"), the same words as in the exported graph, of which the 23 high bits count.
 */
final class PhiloxUniforms {
  private static final int ROUNDS = 10;
  private static final int GROUP = 4;
  private static final long FIRST_FACTOR = 0xD2511F53L;
  private static final long SECOND_FACTOR = 0xCD9E8D57L;
  private static final int FIRST_WEYL = 0x9E3779B9;
  private static final int SECOND_WEYL = 0xBB67AE85;
  private static final int MANTISSA = 23;

  private PhiloxUniforms() {}

  /**
   * Key of an independent branch of a stream.
   *
   * @param branch 0 for the stream itself
   */
  static long branch(long key, int branch) {
    return branch == 0 ? key : key ^ mix(branch);
  }

  /** The finaliser of SplitMix64 (Steele et al. 2014). */
  private static long mix(long x) {
    long z = x + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * The first uniforms of a key.
   *
   * @return values {@code (2 i + 1) / 2^24}, strictly inside (0, 1)
   */
  static float[] draw(long key, int count) {
    float[] uniforms = new float[count];
    int[] words = new int[GROUP];
    for (int from = 0; from < count; from += GROUP) {
      words(key, from / GROUP, words);
      for (int i = 0; i < GROUP && from + i < count; i++) {
        uniforms[from + i] =
            (words[i] >>> (Integer.SIZE - MANTISSA)) * (1f / (1 << MANTISSA))
                + 1f / (1 << (MANTISSA + 1));
      }
    }
    return uniforms;
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

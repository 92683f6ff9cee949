// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import java.util.Arrays;

/**
 * Random orders that depend only on the seed: Fisher-Yates over the numbers of SplitMix64 (Steele,
 * Lea, Flood 2014), written out here so that a split is the same on every Java.
 */
public final class Shuffle {
  /** The random stream for selecting test rows. */
  static final int TEST = 1;

  /** The random stream for selecting validation rows. */
  static final int VALIDATION = 2;

  /** The stream of the first repeat of random folds; those of further repeats follow upwards. */
  static final int FOLDS = 3;

  /** The random stream for selecting calibration rows. */
  static final int CALIBRATION = -1;

  /** The random stream for selecting a {@link Subset}. */
  static final int SUBSET = -2;

  /** The stream of the first dealing out to members; those of further ones follow downwards. */
  static final int MEMBERS = -3;

  /**
   * The random stream of an explanation's first order of rows or columns; further ones have the
   * following numbers.
   */
  public static final int EXPLANATION = 1 << 30;

  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  /**
   * Starts a stream.
   *
   * @param seed any number
   * @param stream separates the uses of one seed: a constant of this class, or a number after it
   */
  public Shuffle(long seed, int stream) {
    this.state = mix(seed) ^ mix(stream * GAMMA + 1);
  }

  /** The numbers from 0 to {@code n - 1} in a random order, each order equally likely. */
  public int[] order(int n) {
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    shuffle(order);
    return order;
  }

  /** Shuffles an array. */
  public void shuffle(int[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = below(i + 1);
      int swap = values[i];
      values[i] = values[j];
      values[j] = swap;
    }
  }

  /** Uniform on 0 to {@code bound - 1}; numbers of the incomplete last interval are drawn again. */
  private int below(int bound) {
    long bits = next() >>> 1;
    while (bits > Long.MAX_VALUE - (Long.MAX_VALUE % bound + 1) % bound) {
      bits = next() >>> 1;
    }
    return (int) (bits % bound);
  }

  private long next() {
    state += GAMMA;
    return mix(state);
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}

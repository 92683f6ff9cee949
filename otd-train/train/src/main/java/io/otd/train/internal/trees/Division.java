// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import java.util.SplittableRandom;

/**
 * A division of a node's rows: those whose value of an input is at most a threshold go left. An
 * object serves many nodes, one after another.
 */
final class Division {
  /** Divisions that are scored at a time. */
  static final int AT_ONCE = 4;

  private static final int ONE = SortableFloat.of(1);

  private final int[] values;
  private int input;
  private int least;
  private int greatest;
  private int threshold;
  private double score;

  /**
   * A division.
   *
   * @param rows maximum number of rows of a node
   */
  Division(int rows) {
    values = new int[rows];
  }

  /**
   * Takes the values of a column.
   *
   * @param column {@link SortableFloat} of each row
   * @param order rows, of which those of the node are next to each other
   * @param from the first of them
   * @return whether they differ
   */
  boolean take(int place, int[] column, int[] order, int from, int rows) {
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    for (int i = 0; i < rows; i++) {
      int value = column[order[from + i]];
      values[i] = value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return between(place, low, high);
  }

  /**
   * Takes one category of a column: 1 where a row has it, else 0.
   *
   * @param codes category of each row
   */
  boolean take(int place, int[] codes, int category, int[] order, int from, int rows) {
    int count = 0;
    for (int i = 0; i < rows; i++) {
      int has = codes[order[from + i]] == category ? 1 : 0;
      values[i] = has * ONE;
      count += has;
    }
    return between(place, count < rows ? 0 : ONE, count > 0 ? ONE : 0);
  }

  private boolean between(int place, int low, int high) {
    input = place;
    least = low;
    greatest = high;
    return low < high;
  }

  /**
   * Draws the threshold between the least and the greatest value, so that neither part is empty.
   */
  void draw(SplittableRandom random) {
    float low = SortableFloat.value(least);
    float high = SortableFloat.value(greatest);
    float drawn = (float) (low + random.nextDouble() * ((double) high - low));
    threshold = drawn < high ? SortableFloat.of(drawn) : least;
  }

  /**
   * Scores {@link #AT_ONCE} divisions by what they explain: {@code sum_j S_j^2 / n} of both parts,
   * S_j the sum of a target. The variance within the parts is smallest where this is largest. Each
   * term of a sum waits for the one before, so four sums take little longer than one.
   *
   * @param divisions of the same rows
   * @param targets {@code [rows, d_y]}, row-major
   * @param total sum of each target, {@code [d_y]}
   */
  static void score(Division[] divisions, int rows, float[] targets, double[] total) {
    Division a = divisions[0];
    Division b = divisions[1];
    Division c = divisions[2];
    Division d = divisions[3];
    int[] valuesA = a.values;
    int[] valuesB = b.values;
    int[] valuesC = c.values;
    int[] valuesD = d.values;
    long thresholdA = a.threshold;
    long thresholdB = b.threshold;
    long thresholdC = c.threshold;
    long thresholdD = d.threshold;
    for (Division division : divisions) {
      division.score = 0;
    }
    for (int j = 0; j < total.length; j++) {
      long countA = 0;
      long countB = 0;
      long countC = 0;
      long countD = 0;
      double sumA = 0;
      double sumB = 0;
      double sumC = 0;
      double sumD = 0;
      for (int i = 0; i < rows; i++) {
        long y = Double.doubleToRawLongBits(targets[i * total.length + j]);
        // All bits are set if the row goes left, or none.
        long leftA = ~((thresholdA - valuesA[i]) >> 63);
        long leftB = ~((thresholdB - valuesB[i]) >> 63);
        long leftC = ~((thresholdC - valuesC[i]) >> 63);
        long leftD = ~((thresholdD - valuesD[i]) >> 63);
        countA -= leftA;
        countB -= leftB;
        countC -= leftC;
        countD -= leftD;
        sumA += Double.longBitsToDouble(y & leftA);
        sumB += Double.longBitsToDouble(y & leftB);
        sumC += Double.longBitsToDouble(y & leftC);
        sumD += Double.longBitsToDouble(y & leftD);
      }
      a.explains(countA, sumA, rows, total[j]);
      b.explains(countB, sumB, rows, total[j]);
      c.explains(countC, sumC, rows, total[j]);
      d.explains(countD, sumD, rows, total[j]);
    }
  }

  private void explains(long count, double sum, int rows, double total) {
    double above = total - sum;
    score += sum * sum / count + above * above / (rows - count);
  }

  /** Makes this the worst of all. */
  void forget() {
    score = Double.NEGATIVE_INFINITY;
  }

  /** Whether this has been scored since it was forgotten. */
  boolean scored() {
    return score > Double.NEGATIVE_INFINITY;
  }

  /** Whether this explains more than another. */
  boolean better(Division other) {
    return score > other.score;
  }

  /** Place of the input that is compared. */
  int input() {
    return input;
  }

  /** A row whose input is greater goes right. */
  float threshold() {
    return SortableFloat.value(threshold);
  }

  /** Orders the rows of the left child before those of the right; returns where these begin. */
  int divide(int[] order, int from, int to) {
    int low = from;
    int high = to - 1;
    while (low <= high) {
      if (values[low - from] <= threshold) {
        low++;
      } else {
        int row = order[low];
        order[low] = order[high];
        order[high] = row;
        values[low - from] = values[high - from];
        high--;
      }
    }
    return low;
  }
}

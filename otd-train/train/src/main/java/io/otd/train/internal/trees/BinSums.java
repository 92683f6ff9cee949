// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import java.util.Arrays;
import java.util.List;

/**
 * Sums of the targets of a node's rows by the bins of all columns, from which its best division is
 * found: the one that explains most, {@code sum_j S_j^2 / W} of both parts less that of the node.
 * S_j is the sum of a target times the weights of the rows, W that of the weights.
 */
final class BinSums {
  private final List<BinnedColumn> columns;
  private final int[] offsets;
  private final int width;

  /** Of each bin: the sums of w targets, then that of the weights. */
  private final double[] sums;

  /**
   * Of no rows.
   *
   * @param columns of the rows
   * @param width w
   */
  BinSums(List<BinnedColumn> columns, int width) {
    this.columns = columns;
    this.width = width;
    offsets = new int[columns.size() + 1];
    for (int c = 0; c < columns.size(); c++) {
      offsets[c + 1] = offsets[c] + columns.get(c).count() * (width + 1);
    }
    sums = new double[offsets[columns.size()]];
  }

  /**
   * A division of a node.
   *
   * @param column its number
   * @param division of the column
   * @param gain what it explains, above 0
   */
  record Best(int column, int division, double gain) {
    /** None: no division explains anything. */
    static final Best NONE = new Best(-1, -1, 0);
  }

  /**
   * Takes rows.
   *
   * @param tried the columns that are compared
   * @param order rows, of which those of the node are next to each other
   * @param targets of the rows from {@code from}, in this order, times their weights, then the
   *     weight: {@code [rows, w + 1]}
   */
  void fill(int[] tried, int[] order, int from, int to, float[] targets) {
    for (int c : tried) {
      Arrays.fill(sums, offsets[c], offsets[c + 1], 0);
      char[] bins = columns.get(c).bins();
      int at = 0;
      for (int i = from; i < to; i++) {
        int cell = offsets[c] + bins[order[i]] * (width + 1);
        for (int j = 0; j <= width; j++) {
          sums[cell + j] += targets[at++];
        }
      }
    }
  }

  /** Takes away the rows of others, so that those of the sibling are left. */
  void subtract(int[] tried, BinSums other) {
    for (int c : tried) {
      for (int i = offsets[c]; i < offsets[c + 1]; i++) {
        sums[i] -= other.sums[i];
      }
    }
  }

  /**
   * The division that explains most, the first of equals.
   *
   * @param total sums of all rows, as those of a bin, {@code [w + 1]}
   * @param fewest weight of a part
   */
  Best best(int[] tried, double[] total, int fewest) {
    double rows = total[width];
    Best best = Best.NONE;
    double[] left = new double[width + 1];
    for (int c : tried) {
      BinnedColumn column = columns.get(c);
      boolean categories = column.categories();
      Arrays.fill(left, 0);
      for (int division = 0; division < column.divisions(); division++) {
        int cell = offsets[c] + division * (width + 1);
        if (categories) {
          Arrays.fill(left, 0);
        }
        for (int j = 0; j <= width; j++) {
          left[j] += sums[cell + j];
        }
        double count = left[width];
        if (count >= fewest && rows - count >= fewest) {
          double gain = gain(left, total);
          if (gain > best.gain) {
            best = new Best(c, division, gain);
          }
        }
      }
    }
    return best;
  }

  private double gain(double[] left, double[] total) {
    double count = left[width];
    double rows = total[width];
    double gain = 0;
    for (int j = 0; j < width; j++) {
      double right = total[j] - left[j];
      gain +=
          left[j] * left[j] / count + right * right / (rows - count) - total[j] * total[j] / rows;
    }
    return gain;
  }
}

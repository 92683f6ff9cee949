// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.weight.RowWeights;
import java.util.List;

/**
 * Training rows by column, for growing trees. The arrays are not copied.
 *
 * @param places of the inputs that are columns, among the inputs of the model
 * @param columns {@code [columns][n]}: values of these inputs, each as {@link SortableFloat}
 * @param groups columns of many categories
 * @param targets {@code [n, d_y]}, row-major, of similar scales
 * @param outputs d_y
 * @param weights {@code [n]}: how much each row counts, in units of their mean
 */
public record TreeRows(
    List<Integer> places,
    int[][] columns,
    List<Categories> groups,
    float[] targets,
    int outputs,
    RowWeights weights) {
  /** Keeps the lists. */
  public TreeRows {
    places = List.copyOf(places);
    groups = List.copyOf(groups);
  }

  /**
   * A one-hot encoded column. A node compares one of its inputs: one category with the others.
   *
   * @param first place of its first input
   * @param width number of its inputs
   * @param codes {@code [n]}: which of them is 1, or -1 if none is
   */
  @SuppressWarnings("ArrayRecordComponent") // large, and filled by put
  public record Categories(int first, int width, int[] codes) {}

  /**
   * Rows that are {@link #put} later, of the same weight.
   *
   * @param places of the inputs that are columns
   * @param groups columns of many categories, without codes
   * @param rows n
   * @param outputs d_y
   */
  public static TreeRows empty(
      List<Integer> places, List<Categories> groups, int rows, int outputs) {
    return new TreeRows(
        places,
        new int[places.size()][rows],
        groups.stream().map(g -> new Categories(g.first, g.width, new int[rows])).toList(),
        new float[Math.multiplyExact(rows, outputs)],
        outputs,
        RowWeights.equal(rows));
  }

  /**
   * Sets some rows.
   *
   * @param x {@code [count, width]}, row-major
   * @param y {@code [count, d_y]}, row-major
   * @param from number of the first
   */
  public void put(float[] x, float[] y, int from) {
    int count = y.length / outputs;
    int width = x.length / count;
    for (int c = 0; c < columns.length; c++) {
      for (int i = 0; i < count; i++) {
        columns[c][from + i] = SortableFloat.of(x[i * width + places.get(c)]);
      }
    }
    for (Categories group : groups) {
      for (int i = 0; i < count; i++) {
        group.codes[from + i] = code(x, i * width + group.first, group.width);
      }
    }
    System.arraycopy(y, 0, targets, from * outputs, y.length);
  }

  private static int code(float[] x, int from, int width) {
    for (int k = 0; k < width; k++) {
      if (x[from + k] == 1) {
        return k;
      }
    }
    return -1;
  }

  /** The same rows with weights. */
  public TreeRows weighted(RowWeights other) {
    return new TreeRows(places, columns, groups, targets, outputs, other);
  }

  /** n. */
  public int rows() {
    return targets.length / outputs;
  }
}

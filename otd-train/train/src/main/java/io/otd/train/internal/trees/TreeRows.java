// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import java.util.List;

/**
 * Training rows by column, for growing trees. The arrays are not copied.
 *
 * @param inputs places of the columns among the inputs of the model
 * @param columns {@code [columns][n]}: values of these inputs
 * @param targets {@code [n, d_y]}, row-major, of similar scales
 * @param outputs d_y
 */
public record TreeRows(List<Integer> inputs, float[][] columns, float[] targets, int outputs) {
  /** Keeps the places. */
  public TreeRows {
    inputs = List.copyOf(inputs);
  }

  /**
   * Some inputs of rows.
   *
   * @param x {@code [n, width]}, row-major
   * @param width number of inputs of a row
   * @param inputs places of those that the trees see
   * @param targets {@code [n, d_y]}, row-major, n at least 1
   * @param outputs d_y
   */
  public static TreeRows of(
      float[] x, int width, List<Integer> inputs, float[] targets, int outputs) {
    int rows = targets.length / outputs;
    TreeRows all = new TreeRows(inputs, new float[inputs.size()][rows], targets, outputs);
    all.put(x, width, 0);
    return all;
  }

  /**
   * Sets the inputs of some rows.
   *
   * @param x {@code [count, width]}, row-major
   * @param width number of inputs of a row
   * @param from number of the first
   */
  public void put(float[] x, int width, int from) {
    for (int c = 0; c < columns.length; c++) {
      int place = inputs.get(c);
      for (int i = 0; i < x.length / width; i++) {
        columns[c][from + i] = x[i * width + place];
      }
    }
  }

  /** n. */
  public int rows() {
    return targets.length / outputs;
  }
}

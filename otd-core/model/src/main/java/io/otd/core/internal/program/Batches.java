// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import java.util.Arrays;
import java.util.List;

/**
 * The cases of each of some consecutive steps; a row is a case unless stated otherwise. A batch of
 * fewer cases than the program's is padded with its first, whose copies weigh nothing.
 */
public final class Batches {
  private final int[][] rows;
  private final int batch;

  private Batches(int[][] rows, int batch) {
    this.rows = rows;
    this.batch = batch;
  }

  /** Steps that all see every row. */
  public static Batches full(int steps) {
    return new Batches(new int[steps][0], 0);
  }

  /**
   * Steps of given rows.
   *
   * @param rows row numbers of each step, from 1 to {@code batch} of them
   * @param batch the program's batch
   */
  public static Batches of(List<int[]> rows, int batch) {
    for (int[] r : rows) {
      if (r.length < 1 || r.length > batch) {
        throw new IllegalArgumentException(
            "batch: " + r.length + " rows (expected: from 1 to " + batch + ")");
      }
    }
    return new Batches(rows.toArray(int[][]::new), batch);
  }

  /** Number of steps. */
  public int steps() {
    return rows.length;
  }

  int[] sizes() {
    return Arrays.stream(rows).mapToInt(r -> r.length).toArray();
  }

  /** Row numbers {@code [capacity, batch]}; what is not used repeats a row. */
  int[] padded(int capacity) {
    int[] result = new int[capacity * batch];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < batch; j++) {
        result[i * batch + j] = rows[i][j < rows[i].length ? j : 0];
      }
    }
    return result;
  }
}

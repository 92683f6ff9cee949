// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Uniforms;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The batches of a run, of cases that are rows unless stated otherwise: all rows in a random order,
 * then all of them in another one, and so on, cut into batches. Each row thus occurs equally often
 * and every batch is full; a batch across two orders may contain a row twice. The orders are
 * shuffles (Fisher and Yates) by the seed and their number, so that every step has its batch,
 * regardless of the starting step. One thread at a time.
 */
public final class BatchStream {
  private final int rows;
  private final int batch;
  private final long seed;
  private int[] order = {};
  private long number = -1;

  /**
   * Makes the stream.
   *
   * @param rows n
   * @param batch rows of a step, from 1 to n; n for full batches
   */
  public BatchStream(int rows, int batch, long seed) {
    if (batch < 1 || batch > rows) {
      throw new IllegalArgumentException(
          "batch: " + batch + " of " + rows + " rows (expected: from 1 to the number of rows)");
    }
    this.rows = rows;
    this.batch = batch;
    this.seed = seed;
  }

  /**
   * The batches of some steps.
   *
   * @param step steps before them, from 0
   * @param count number of steps
   */
  public Batches of(long step, int count) {
    if (batch == rows) {
      return Batches.full(count);
    }
    int[][] result = new int[count][batch];
    long place = Math.multiplyExact(step, batch);
    for (int[] one : result) {
      for (int j = 0; j < batch; j++, place++) {
        one[j] = order(place / rows)[(int) (place % rows)];
      }
    }
    return Batches.of(List.of(result), batch);
  }

  private int[] order(long epoch) {
    if (number != epoch) {
      number = epoch;
      order = new int[rows];
      Arrays.setAll(order, i -> i);
      SplittableRandom random =
          new SplittableRandom(Uniforms.key(seed, Math.toIntExact(-1 - epoch)));
      for (int i = rows - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int swap = order[i];
        order[i] = order[j];
        order[j] = swap;
      }
    }
    return order;
  }
}

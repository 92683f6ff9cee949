package io.otd.core.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The rows of each of some consecutive steps. A short last batch of an epoch is padded with its
 * first row, whose copies weigh nothing.
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

  /**
   * The batches of one epoch: all rows once, shuffled (Fisher and Yates) by the seed and the epoch.
   *
   * @param rows n
   * @param batch rows of a step
   * @param seed of the run
   * @param epoch from 0
   */
  public static List<int[]> epoch(int rows, int batch, long seed, int epoch) {
    SplittableRandom random =
        new SplittableRandom(io.otd.core.graph.Uniforms.key(seed, -1 - epoch));
    int[] order = new int[rows];
    Arrays.setAll(order, i -> i);
    for (int i = rows - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < rows; from += batch) {
      batches.add(Arrays.copyOfRange(order, from, Math.min(rows, from + batch)));
    }
    return batches;
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

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Tensors;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.types.TFloat32;

/**
 * The source of the training program's rows: the arguments of a call, and the rows used from them.
 */
sealed interface TrainingData extends AutoCloseable {
  /**
   * The arguments of a call.
   *
   * @param x {@code [places, d_x]}
   * @param y {@code [places, d_y]}
   * @param cases of each step among these places
   */
  record Call(TFloat32 x, TFloat32 y, Batches cases) {}

  /** Rows for which a call has places. */
  int places();

  /**
   * The rows for some steps.
   *
   * @param batches cases of each step among all
   */
  Call of(Batches batches);

  /** Releases the result of {@link #of}. */
  void done(Call call);

  @Override
  void close();

  /** All rows, given to each call. */
  final class Whole implements TrainingData {
    private final TFloat32 x;
    private final TFloat32 y;
    private final int places;

    private Whole(TFloat32 x, TFloat32 y, int places) {
      this.x = x;
      this.y = y;
      this.places = places;
    }

    /** Copies rows, padding the remaining positions with zeros. */
    static Whole of(float[] x, float[] y, TrainingPlan padded) {
      int places = padded.rows();
      return new Whole(
          tensor(x, places, padded.model().inputs()),
          tensor(y, places, padded.model().outputs()),
          places);
    }

    private static TFloat32 tensor(float[] values, int rows, int columns) {
      int size = rows * columns;
      return Tensors.of(
          values.length == size ? values : Arrays.copyOf(values, size), rows, columns);
    }

    @Override
    public int places() {
      return places;
    }

    @Override
    public Call of(Batches batches) {
      return new Call(x, y, batches);
    }

    @Override
    public void done(Call call) {
      // The next call has the same tensors.
    }

    @Override
    public void close() {
      x.close();
      y.close();
    }
  }

  /** The rows of the steps of a call, read for it. */
  final class OfCall implements TrainingData {
    private final StoredRows rows;
    private final int capacity;
    private final int batch;
    private final int inputs;
    private final int outputs;
    private final float[] x;
    private final float[] y;

    /**
     * None yet.
     *
     * @param plan of mini-batches
     * @param capacity N, the maximum number of steps of a call
     */
    OfCall(StoredRows rows, TrainingPlan plan, int capacity) {
      if (plan.batches().full() || plan.batches().points() != 1) {
        throw new IllegalArgumentException(
            "rows that are read for each call: %s rows of %s points a step (expected: fewer than all %s, of one point)"
                .formatted(plan.batches().batchRows(), plan.batches().points(), plan.rows()));
      }
      this.rows = rows;
      this.capacity = capacity;
      this.batch = plan.batches().batch();
      this.inputs = plan.model().inputs();
      this.outputs = plan.model().outputs();
      this.x = new float[Math.multiplyExact(places(), inputs)];
      this.y = new float[Math.multiplyExact(places(), outputs)];
    }

    @Override
    public int places() {
      return Math.multiplyExact(capacity, batch);
    }

    @Override
    public Call of(Batches batches) {
      int[] wanted = batches.padded(batches.steps());
      rows.read(wanted, wanted.length, x, y);
      int[][] own = new int[batches.steps()][];
      int[] sizes = batches.sizes();
      for (int i = 0; i < own.length; i++) {
        own[i] = new int[sizes[i]];
        int first = i * batch;
        Arrays.setAll(own[i], j -> first + j);
      }
      return new Call(
          Tensors.of(x, places(), inputs),
          Tensors.of(y, places(), outputs),
          Batches.of(List.of(own), batch));
    }

    @Override
    public void done(Call call) {
      call.x().close();
      call.y().close();
    }

    @Override
    public void close() {
      // Nothing is held between calls.
    }
  }
}

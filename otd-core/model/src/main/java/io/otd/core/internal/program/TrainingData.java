// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Tensors;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.Tensor;
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
   * @param weights {@code [places]}, of rows with weights
   * @param cases of each step among these places
   */
  record Call(TFloat32 x, TFloat32 y, Optional<TFloat32> weights, Batches cases) {
    /** Its tensors, by the names of the graph's inputs. */
    Map<String, Tensor> tensors() {
      Map<String, Tensor> tensors = new HashMap<>(Map.of(TrainingGraph.X, x, TrainingGraph.Y, y));
      weights.ifPresent(w -> tensors.put(TrainingGraph.WEIGHTS, w));
      return tensors;
    }

    private void close() {
      tensors().values().forEach(Tensor::close);
    }
  }

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
    private final Call all;
    private final int places;

    private Whole(Call all, int places) {
      this.all = all;
      this.places = places;
    }

    /** Copies rows, padding the remaining positions with zeros. */
    static Whole of(float[] x, float[] y, float[] weights, TrainingPlan padded) {
      int places = padded.rows();
      return new Whole(
          new Call(
              tensor(x, places, padded.model().inputs()),
              tensor(y, places, padded.model().outputs()),
              padded.weighted()
                  ? Optional.of(Tensors.of(Arrays.copyOf(weights, places), places))
                  : Optional.empty(),
              Batches.full(1)),
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
      return new Call(all.x(), all.y(), all.weights(), batches);
    }

    @Override
    public void done(Call call) {
      // The next call has the same tensors.
    }

    @Override
    public void close() {
      all.close();
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
    private final float[] weights;

    /**
     * None yet.
     *
     * @param plan of mini-batches
     * @param weights of all rows; empty if they have none
     * @param capacity N, the maximum number of steps of a call
     */
    OfCall(StoredRows rows, float[] weights, TrainingPlan plan, int capacity) {
      if (plan.batches().full() || plan.batches().points() != 1) {
        throw new IllegalArgumentException(
            "rows that are read for each call: %s rows of %s points a step (expected: fewer than all %s, of one point)"
                .formatted(plan.batches().batchRows(), plan.batches().points(), plan.rows()));
      }
      this.rows = rows;
      this.weights = weights;
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
      int[] order = batches.padded(batches.steps());
      rows.read(order, order.length, x, y);
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
          weights.length == 0 ? Optional.empty() : Optional.of(weights(order)),
          Batches.of(List.of(own), batch));
    }

    private TFloat32 weights(int[] order) {
      float[] own = new float[places()];
      for (int i = 0; i < order.length; i++) {
        own[i] = weights[order[i]];
      }
      return Tensors.of(own, own.length);
    }

    @Override
    public void done(Call call) {
      call.close();
    }

    @Override
    public void close() {
      // Nothing is held between calls.
    }
  }
}

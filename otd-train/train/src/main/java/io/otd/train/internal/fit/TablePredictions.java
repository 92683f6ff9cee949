// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.train.internal.prediction.ModelSampler;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import java.util.Arrays;

/**
 * Predictions of a table's rows, block by block, so that memory does not grow with their number.
 *
 * @param sampler the sampler of the model
 * @param data the table
 */
record TablePredictions(ModelSampler sampler, PreparedTable data) {
  /** Takes some rows. */
  interface Block {
    /**
     * Takes a block.
     *
     * @param x encoded inputs
     * @param network draws, {@code [K, n, d_y]}, on the network's scale
     * @param observed {@code [n][d_y]}
     * @param weights how much each row counts
     */
    void accept(float[] x, Draws network, double[][] observed, RowWeights weights);
  }

  /**
   * Passes on all rows.
   *
   * @param rows numbers in the table
   * @param to receives them, in order
   * @throws UnpredictableRowException if a prediction is not finite
   */
  void forEach(int[] rows, Block to) {
    int block = ModelSampler.block(sampler.draws(), data.schema().targets().size());
    for (int from = 0; from < rows.length; from += block) {
      int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + block));
      float[] x = data.encoding().inputs(data.table(), some);
      Draws draws;
      try {
        draws = sampler.onNetworkScale(x);
      } catch (NonFiniteDrawException e) {
        throw UnpredictableRowException.of(data.table(), data.schema(), some[e.row()]);
      }
      to.accept(x, draws, data.encoding().observed(data.table(), some), data.weights().at(some));
    }
  }
}

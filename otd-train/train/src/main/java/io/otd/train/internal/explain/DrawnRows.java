// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.metrics.Draws;
import io.otd.table.Table;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.internal.prediction.DistributionSource;
import java.util.concurrent.CancellationException;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/** Predictions of mixed rows, block by block, with progress reports. One thread at a time. */
final class DrawnRows {
  /** Rows between two checks whether to continue; whole blocks of the compiled program. */
  private static final int MOST = 4096;

  private final DistributionSource source;
  private final RowPool pool;
  private final ExplanationProgress progress;
  private final long all;
  private long done;

  /**
   * Starts without predictions.
   *
   * @param source whose predictions are the same for the same row
   * @param pool of cells
   * @param progress receives the number of predicted rows
   * @param all how many there will be
   */
  DrawnRows(DistributionSource source, RowPool pool, ExplanationProgress progress, long all) {
    this.source = source;
    this.pool = pool;
    this.progress = progress;
    this.all = all;
  }

  /**
   * Draws all rows.
   *
   * @param rows at least one
   * @param to receives draws {@code [K, m, d_y]} of some rows with the number of the first, in
   *     their order
   * @throws io.otd.train.internal.prediction.UnpredictableRowException if a prediction is not
   *     finite
   * @throws CancellationException if it is to stop
   */
  void forEach(MixedRows rows, ObjIntConsumer<Draws> to) {
    int block = Math.min(source.block(), MOST);
    for (int from = 0; from < rows.size(); from += block) {
      int end = Math.min(rows.size(), from + block);
      Table table = pool.table(rows, from, end);
      to.accept(source.draw(table, IntStream.range(0, end - from).toArray()), from);
      done += end - from;
      if (!progress.predicted(done, all)) {
        throw new CancellationException("explanation: stopped");
      }
    }
  }
}

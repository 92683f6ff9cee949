package io.otd.app;

import io.otd.app.progress.CountLines;
import io.otd.app.progress.CountProgress;
import io.otd.core.metrics.Draws;
import io.otd.table.Table;
import io.otd.table.encoding.UnknownCategories;
import io.otd.table.read.RowBlocks;
import io.otd.train.prediction.DistributionSource;
import io.otd.train.prediction.UnpredictableRowException;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Predicts a table block by block; what is held does not grow with its rows.
 *
 * @param console for progress and warnings
 * @param source the model
 * @param rows of the table
 */
record PredictionJob(Console console, DistributionSource source, RowBlocks rows) {
  /** Takes the predictions of a block. */
  interface Sink {
    /**
     * Takes a block.
     *
     * @param draws {@code [K, n, d_y]}, in the targets' units
     * @throws IOException if it cannot be written
     */
    void accept(Draws draws) throws IOException;
  }

  /**
   * Predicts all rows that are left.
   *
   * @param to takes the predictions, in the order of the rows
   * @return whether it came to the end: false if the user stopped it
   * @throws UnpredictableRowException if a prediction is not finite
   */
  boolean run(Sink to) throws IOException {
    UnknownCategories unknown = new UnknownCategories(source.schema());
    try (CountProgress progress =
        new CountLines("rows", "predicted", console::note, Clock.systemUTC())) {
      for (Optional<Table> block = rows.next(); block.isPresent(); block = rows.next()) {
        Table table = block.get();
        unknown.add(table);
        to.accept(source.draw(table, IntStream.range(0, table.rows()).toArray()));
        progress.done(rows.given());
        if (console.interruption().requested()) {
          return false;
        }
      }
    }
    unknown.notices().forEach(console::warn);
    return true;
  }
}

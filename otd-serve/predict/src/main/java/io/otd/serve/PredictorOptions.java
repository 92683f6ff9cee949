// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.check.Check;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionLog;
import io.otd.serve.internal.settings.BatchingSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Options of an {@link OtdPredictor}.
 *
 * @param poll interval between checks for another version; zero for checks on request only
 * @param listener for versions that are loaded, unloaded or rejected; the name of the model is the
 *     directory
 * @param batching how concurrent requests are joined into one run; empty for no joining
 * @param executor runs asynchronous requests; if empty, the predictor's own threads do, as many as
 *     the machine has cores, or with batching as many as the rows of two batches, up to 256, for
 *     which at most {@value #MAX_WAITING} requests wait
 * @param compiledRows numbers of rows for which a version is compiled before it answers, each at
 *     least 1; empty for none
 */
public record PredictorOptions(
    Duration poll,
    VersionListener listener,
    Optional<BatchingSettings> batching,
    Optional<Executor> executor,
    List<Integer> compiledRows) {
  /** Maximum number of requests that wait for one of the predictor's own threads. */
  static final int MAX_WAITING = 1000;

  /**
   * Checks for other versions on request only, no joining; events of versions go to the {@link
   * System.Logger} {@code io.otd.serve.models}.
   */
  public static final PredictorOptions DEFAULT =
      new PredictorOptions(
          Duration.ZERO, new VersionLog(), Optional.empty(), Optional.empty(), List.of());

  /** Checks the range. */
  public PredictorOptions {
    Check.that(!poll.isNegative(), "poll", poll, "not negative");
    compiledRows = List.copyOf(compiledRows);
    if (compiledRows.stream().anyMatch(rows -> rows < 1)) {
      throw new IllegalArgumentException(
          "compiled rows: %s (expected: each >= 1)".formatted(compiledRows));
    }
  }

  /**
   * The same, checking for another version at intervals.
   *
   * @param newPoll between the end of one check and the next; zero for checks on request only
   */
  public PredictorOptions polling(Duration newPoll) {
    return new PredictorOptions(newPoll, listener, batching, executor, compiledRows);
  }

  /** The same with another listener for versions. */
  public PredictorOptions telling(VersionListener newListener) {
    return new PredictorOptions(poll, newListener, batching, executor, compiledRows);
  }

  /**
   * The same, joining concurrent requests into one run of the graph. This gives more rows per
   * second if many threads request few rows each. Repeated predictions may then differ in the last
   * digits.
   */
  public PredictorOptions batching(BatchingSettings newBatching) {
    return new PredictorOptions(poll, listener, Optional.of(newBatching), executor, compiledRows);
  }

  /** The same, with an executor for asynchronous requests; its owner shuts it down. */
  public PredictorOptions runningOn(Executor newExecutor) {
    return new PredictorOptions(poll, listener, batching, Optional.of(newExecutor), compiledRows);
  }

  /**
   * The same, compiling each version by XLA for some numbers of rows before it answers; larger
   * requests are split into pieces of the largest of these sizes. Compilation takes about a second
   * for each, and pays off for many draws, wide layers and requests of many rows.
   *
   * @param newCompiledRows each at least 1
   */
  public PredictorOptions compiling(List<Integer> newCompiledRows) {
    return new PredictorOptions(poll, listener, batching, executor, newCompiledRows);
  }
}

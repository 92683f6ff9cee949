// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.serve.internal.batching.BatchingSettings;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How an {@link OtdPredictor} runs.
 *
 * @param limits to the size of models
 * @param poll how long between two looks for another version; zero for none but those asked for
 * @param listener is told of versions that are loaded, let go or refused; the name of the model is
 *     the directory
 * @param batching how concurrent requests are joined into one run; nothing if they are not
 * @param executor runs what is asked for asynchronously; nothing for threads of the predictor's
 *     own, as many as the machine has cores, or with batching as the rows of two batches up to 256,
 *     for which at most {@value #MAX_WAITING} requests wait
 * @param compiledRows numbers of rows for which a version is compiled before it answers, each at
 *     least 1; empty for none
 */
public record PredictorOptions(
    InspectionLimits limits,
    Duration poll,
    VersionListener listener,
    Optional<BatchingSettings> batching,
    Optional<Executor> executor,
    List<Integer> compiledRows) {
  /** Requests that may wait for a thread of the predictor's own. */
  static final int MAX_WAITING = 1000;

  /**
   * The usual limits, no looks for other versions but those asked for, no joining; what happens to
   * versions goes to the {@link System.Logger} {@code io.otd.serve.models}.
   */
  public static final PredictorOptions DEFAULT =
      new PredictorOptions(
          InspectionLimits.DEFAULT,
          Duration.ZERO,
          new VersionLog(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  /** Checks the range. */
  public PredictorOptions {
    if (poll.isNegative()) {
      throw new IllegalArgumentException("poll: %s (expected: not negative)".formatted(poll));
    }
    compiledRows = List.copyOf(compiledRows);
    if (compiledRows.stream().anyMatch(rows -> rows < 1)) {
      throw new IllegalArgumentException(
          "compiled rows: %s (expected: each >= 1)".formatted(compiledRows));
    }
  }

  /** The same with other limits to the size of models. */
  public PredictorOptions limitedTo(InspectionLimits newLimits) {
    return new PredictorOptions(newLimits, poll, listener, batching, executor, compiledRows);
  }

  /**
   * The same, looking for another version at intervals.
   *
   * @param newPoll between the end of one look and the next; zero for none but those asked for
   */
  public PredictorOptions polling(Duration newPoll) {
    return new PredictorOptions(limits, newPoll, listener, batching, executor, compiledRows);
  }

  /** The same, telling somebody else what happens to versions. */
  public PredictorOptions telling(VersionListener newListener) {
    return new PredictorOptions(limits, poll, newListener, batching, executor, compiledRows);
  }

  /**
   * The same, joining concurrent requests into one run of the graph: more rows a second where many
   * threads ask for few rows each. A prediction may then differ in the last digits from one time to
   * the next.
   */
  public PredictorOptions batching(BatchingSettings newBatching) {
    return new PredictorOptions(
        limits, poll, listener, Optional.of(newBatching), executor, compiledRows);
  }

  /** The same, running elsewhere what is asked for asynchronously; its owner ends it. */
  public PredictorOptions runningOn(Executor newExecutor) {
    return new PredictorOptions(
        limits, poll, listener, batching, Optional.of(newExecutor), compiledRows);
  }

  /**
   * The same, compiling each version by XLA for some numbers of rows before it answers; requests of
   * more rows are put together of the largest of them. It takes a second or so for each, and pays
   * for many draws, wide layers and requests of many rows.
   *
   * @param newCompiledRows each at least 1
   */
  public PredictorOptions compiling(List<Integer> newCompiledRows) {
    return new PredictorOptions(limits, poll, listener, batching, executor, newCompiledRows);
  }
}

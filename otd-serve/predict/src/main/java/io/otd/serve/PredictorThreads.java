// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.serve.internal.batching.BatchScheduler;
import io.otd.serve.internal.lifecycle.CurrentVersion;
import io.otd.serve.internal.parallel.DaemonThreads;
import io.otd.serve.internal.parallel.ParallelPieces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a predictor, except those of its callers.
 *
 * @param batches joins requests, if they are joined
 * @param asynchronous runs asynchronous requests
 * @param own the same, if it belongs to the predictor
 * @param timer looks for versions, if they are looked for
 * @param pieces run the pieces of large runs
 */
record PredictorThreads(
    Optional<BatchScheduler> batches,
    Executor asynchronous,
    Optional<ExecutorService> own,
    Optional<ScheduledExecutorService> timer,
    ParallelPieces pieces) {
  private static final long IDLE_SECONDS = 10;

  /**
   * Threads according to the options.
   *
   * @param directory of the model, for the error after closing
   */
  static PredictorThreads of(PredictorOptions options, Path directory) {
    Optional<ExecutorService> own =
        options.executor().isPresent() ? Optional.empty() : Optional.of(own(options, directory));
    return new PredictorThreads(
        options.batching().map(b -> new BatchScheduler(b, new DaemonThreads("otd-batch"))),
        options.executor().orElseGet(own::orElseThrow),
        own,
        options.poll().isZero()
            ? Optional.empty()
            : Optional.of(
                Executors.newSingleThreadScheduledExecutor(new DaemonThreads("otd-versions"))),
        ParallelPieces.pool(
            Runtime.getRuntime().availableProcessors(), new DaemonThreads("otd-piece")));
  }

  /** Created at the first request; idle threads end after a while. */
  private static ExecutorService own(PredictorOptions options, Path directory) {
    int cores = Runtime.getRuntime().availableProcessors();
    int threads = options.batching().map(b -> b.waitingThreads(cores)).orElse(cores);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(PredictorOptions.MAX_WAITING),
            new DaemonThreads("otd-predict"),
            (task, full) -> {
              if (full.isShutdown()) {
                throw CurrentVersion.closed(directory);
              }
              throw new RejectedExecutionException(
                  "%s requests wait (expected: no more)".formatted(full.getQueue().size()));
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Runs a task repeatedly, if enabled. */
  void every(Duration interval, Runnable task) {
    timer.ifPresent(
        t -> {
          ScheduledFuture<?> unused =
              t.scheduleWithFixedDelay(
                  task, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
        });
  }

  /** Stops periodic tasks; no batch waits for more requests any longer. */
  void calm() {
    timer.ifPresent(ExecutorService::shutdown);
    batches.ifPresent(BatchScheduler::hurry);
  }

  /** Ends the predictor's own threads; nothing is predicted any more. */
  void stop() {
    own.ifPresent(ExecutorService::shutdown);
    batches.ifPresent(BatchScheduler::close);
    pieces.close();
  }
}

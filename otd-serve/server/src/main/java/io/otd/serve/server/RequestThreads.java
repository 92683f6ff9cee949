// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.parallel.DaemonThreads;
import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.settings.ServeSettings;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The threads of a server, except those of the network.
 *
 * @param requests run requests; bounded, reject what does not fit
 * @param loading load versions: as many threads as there are loads, of which few run unless they
 *     are slow
 * @param compiling compile versions that answer already, one at a time
 * @param control run reloads and requests to load, which wait for models
 * @param timer looks for versions
 * @param files reads keys and certificates again, also while a version loads
 * @param pieces run the pieces of large compiled runs
 */
record RequestThreads(
    RequestPool requests,
    ExecutorService loading,
    ExecutorService compiling,
    ExecutorService control,
    ScheduledExecutorService timer,
    ScheduledExecutorService files,
    ParallelPieces pieces) {
  /** Changes of the list of models, and gRPC's requests to load, that wait for models at a time. */
  private static final int CONTROL = 8;

  /** Requests that may wait for a thread; further ones are rejected at once. */
  private static final int QUEUE = 1000;

  private static final int RUNNING = 2 * Runtime.getRuntime().availableProcessors();

  /** The threads. */
  static RequestThreads of(ServeSettings settings) {
    int waiting = // for the answers of a batch, or running
        settings.compute().batching() ? settings.batching().waitingThreads(RUNNING) : RUNNING;
    return new RequestThreads(
        new RequestPool(waiting, QUEUE),
        Executors.newCachedThreadPool(new DaemonThreads("otd-load")),
        Executors.newSingleThreadExecutor(new DaemonThreads("otd-compile")),
        Executors.newFixedThreadPool(CONTROL, new DaemonThreads("otd-control")),
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("otd-poll")),
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("otd-files")),
        ParallelPieces.pool(
            Runtime.getRuntime().availableProcessors(), new DaemonThreads("otd-piece")));
  }

  /** Number of those that run models for requests; others wait for the answers of a batch. */
  static int running(ServeSettings settings) {
    return settings.compute().batching() ? settings.batching().threads() : RUNNING;
  }

  /** Stops all of them; running work may finish within a limit. */
  void stop(Duration rest) {
    timer.shutdownNow();
    files.shutdownNow();
    compiling.shutdownNow();
    control.shutdownNow();
    requests.stop(rest);
    loading.shutdown();
    pieces.close();
  }
}

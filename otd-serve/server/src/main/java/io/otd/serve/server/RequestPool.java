// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs requests on a fixed number of threads, in order of arrival. The idle thread that worked last
 * takes the next request: the cache of its core still holds the model and its memory. A queue that
 * wakes threads in turn costs a third of the time of a lone request.
 */
final class RequestPool implements Executor {
  private static final int IDLE_SECONDS = 60;

  private final ForkJoinPool pool;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore places;
  private final int max;

  /**
   * A pool whose threads start when they are needed.
   *
   * @param threads at least 1
   * @param queue requests that may wait while all threads work, at least 1
   */
  RequestPool(int threads, int queue) {
    AtomicInteger number = new AtomicInteger();
    pool =
        new ForkJoinPool(
            threads,
            p -> new RequestThread(p, number.incrementAndGet()),
            null,
            true, // first in, first out
            threads,
            threads,
            1,
            p -> true, // a blocked thread is not replaced
            IDLE_SECONDS,
            TimeUnit.SECONDS);
    max = threads + queue;
    places = new Semaphore(max);
  }

  /**
   * Runs a request soon.
   *
   * @throws RejectedExecutionException if as many as may wait do so, or after {@link #stop}
   */
  @Override
  public void execute(Runnable request) {
    if (!places.tryAcquire()) {
      throw new RejectedExecutionException(max + " requests run or wait (expected: fewer)");
    }
    waiting.add(request);
    try {
      pool.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      if (waiting.remove(request)) {
        places.release();
      }
      throw e;
    }
  }

  /** The one that waits longest. The pool alone would run many of one event loop in a row. */
  private void runNext() {
    Runnable request = waiting.poll();
    if (request == null) {
      return; // the request was rejected
    }
    try {
      request.run();
    } finally {
      places.release();
    }
  }

  /** Accepts no more; running and waiting ones get some time, then they are interrupted. */
  void stop(Duration drain) {
    pool.shutdown();
    try {
      if (!pool.awaitTermination(drain.toMillis(), TimeUnit.MILLISECONDS)) {
        pool.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class RequestThread extends ForkJoinWorkerThread {
    RequestThread(ForkJoinPool pool, int number) {
      super(pool);
      setName("otd-request-" + number);
    }
  }
}

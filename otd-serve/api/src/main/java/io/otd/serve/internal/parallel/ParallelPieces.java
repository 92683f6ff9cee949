// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.parallel;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs the pieces of large runs at the same time: within a piece, threads wait for one another
 * between steps. The calling thread takes part, so a full or closed pool only makes it slower.
 */
public final class ParallelPieces implements AutoCloseable {
  /** In the calling thread, one after the other. */
  public static final ParallelPieces NONE = new ParallelPieces(Runnable::run, () -> {});

  /**
   * In threads of the common pool, whatever pool the calling thread belongs to: a parallel stream
   * would use that one, so that a large request would occupy all request threads of a server.
   */
  public static final ParallelPieces COMMON =
      new ParallelPieces(piece -> ForkJoinPool.commonPool().execute(piece), () -> {});

  private static final long IDLE_SECONDS = 10;

  /** Maximum number of waiting pieces per thread; the calling threads run any further ones. */
  private static final int WAITING = 8;

  private final Executor executor;
  private final Runnable end;

  private ParallelPieces(Executor executor, Runnable end) {
    this.executor = executor;
    this.end = end;
  }

  /**
   * A separate pool, whose threads end when they are idle.
   *
   * @param threads at most
   * @param made makes them
   */
  public static ParallelPieces pool(int threads, ThreadFactory made) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING * threads),
            made);
    pool.allowCoreThreadTimeOut(true);
    return new ParallelPieces(pool, pool::shutdown);
  }

  /**
   * Runs pieces.
   *
   * @param pieces at least one
   * @return their results, in order
   * @throws RuntimeException the first failure of a piece, if one fails; none runs any more
   */
  public <T> List<T> all(List<Supplier<T>> pieces) {
    List<FutureTask<T>> tasks = pieces.stream().map(piece -> new FutureTask<>(piece::get)).toList();
    try {
      for (FutureTask<T> task : tasks.subList(1, tasks.size())) {
        executor.execute(task);
      }
    } catch (RejectedExecutionException e) {
      // The calling thread runs the rest.
    }
    tasks.forEach(FutureTask::run); // Skips tasks that another thread has begun.
    boolean interrupted = false;
    for (FutureTask<T> task : tasks) {
      interrupted |= awaitEnd(task);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return tasks.stream().map(ParallelPieces::result).toList();
  }

  /** Waits for a task; whether the calling thread was interrupted meanwhile. */
  private static boolean awaitEnd(FutureTask<?> task) {
    boolean interrupted = false;
    while (true) {
      try {
        Object unused = task.get();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true; // A run of TensorFlow cannot be stopped.
      } catch (ExecutionException e) {
        return interrupted; // See result.
      }
    }
  }

  /** The result of a task that has ended. */
  private static <T> T result(FutureTask<T> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("it has ended", e);
    }
  }

  /** What a task has thrown; an error is thrown again. */
  public static RuntimeException failure(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(e.getCause());
  }

  @Override
  public void close() {
    end.run();
  }
}

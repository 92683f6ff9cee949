// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Many small pieces of work, which the calling thread and those of the common pool take in turn. If
 * the calling thread is a worker of another pool, a parallel stream would run in that one: a large
 * request would occupy all request threads of a server.
 */
final class SharedWork {
  private final int pieces;
  private final IntConsumer work;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final CountDownLatch pending;

  private SharedWork(int pieces, IntConsumer work) {
    this.pieces = pieces;
    this.work = work;
    this.pending = new CountDownLatch(pieces);
  }

  /**
   * Does all pieces. After a failure no other piece begins.
   *
   * @param pieces how many there are
   * @param work of a piece by its number, from 0
   * @return their results, in order
   */
  static <T> List<T> of(int pieces, IntFunction<T> work) {
    List<List<T>> results = new ArrayList<>();
    IntStream.range(0, pieces).forEach(piece -> results.add(new ArrayList<>(1)));
    run(new SharedWork(pieces, piece -> results.get(piece).add(work.apply(piece))));
    return results.stream().map(result -> result.get(0)).toList();
  }

  private static void run(SharedWork shared) {
    // Cleared in the end: a helper that begins later finds nothing, and keeps nothing in memory.
    AtomicReference<@Nullable SharedWork> open = new AtomicReference<>(shared);
    Runnable helper = () -> Optional.ofNullable(open.get()).ifPresent(SharedWork::takeInTurn);
    int helpers = Math.min(shared.pieces - 1, ForkJoinPool.getCommonPoolParallelism());
    for (int i = 0; i < helpers; i++) {
      ForkJoinPool.commonPool().execute(helper);
    }
    try {
      shared.takeInTurn();
      shared.awaitOthers();
    } finally {
      open.set(null);
    }
    Throwable thrown = shared.failure.get();
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
  }

  private void takeInTurn() {
    for (int piece = next.getAndIncrement(); piece < pieces; piece = next.getAndIncrement()) {
      try {
        if (failure.get() == null) {
          work.accept(piece);
        }
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      } finally {
        pending.countDown();
      }
    }
  }

  /** All pieces have begun; each other thread has at most one under way. */
  private void awaitOthers() {
    boolean interrupted = false;
    while (true) {
      try {
        pending.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

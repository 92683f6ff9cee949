// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelPiecesTest {
  private static Supplier<Integer> giving(int number) {
    return () -> number;
  }

  @Test
  void results_are_in_order_whether_the_pool_is_open_full_closed_or_absent() {
    List<Supplier<Integer>> many =
        IntStream.range(0, 100).mapToObj(ParallelPiecesTest::giving).toList();
    List<Integer> expected = IntStream.range(0, 100).boxed().toList();
    try (ParallelPieces pool = ParallelPieces.pool(1, Thread::new)) {
      assertThat(pool.all(many)).isEqualTo(expected);
    }
    ParallelPieces closed = ParallelPieces.pool(1, Thread::new);
    closed.close();
    assertThat(closed.all(many)).isEqualTo(expected);
    assertThat(ParallelPieces.NONE.all(many)).isEqualTo(expected);
  }

  @Test
  void pieces_run_concurrently_on_pool_threads() {
    CountDownLatch both = new CountDownLatch(2);
    Set<String> threads = ConcurrentHashMap.newKeySet();
    Supplier<Boolean> meeting =
        () -> {
          threads.add(Thread.currentThread().getName());
          both.countDown();
          await(both);
          return true;
        };
    try (ParallelPieces pool = ParallelPieces.pool(1, task -> new Thread(task, "piece"))) {
      assertThat(pool.all(List.of(meeting, meeting))).containsExactly(true, true);
    }
    assertThat(threads).contains("piece", Thread.currentThread().getName());
  }

  @Test
  void no_other_thread_of_the_callers_pool_runs_a_piece() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Supplier<Boolean> busy =
        () -> {
          threads.add(Thread.currentThread());
          for (long end = System.nanoTime() + 200_000; System.nanoTime() < end; ) {
            Thread.onSpinWait();
          }
          return true;
        };
    ForkJoinPool pool = new ForkJoinPool(4);
    try {
      Thread caller =
          pool.submit(
                  () -> {
                    assertThat(ParallelPieces.COMMON.all(Collections.nCopies(200, busy)))
                        .hasSize(200);
                    return Thread.currentThread();
                  })
              .get();
      threads.remove(caller);
      assertThat(threads)
          .allMatch(
              t ->
                  t instanceof ForkJoinWorkerThread worker
                      && worker.getPool() == ForkJoinPool.commonPool());
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void the_first_failure_fails_the_whole_call() {
    Supplier<Integer> failing =
        () -> {
          throw new IllegalArgumentException("second");
        };
    try (ParallelPieces pool = ParallelPieces.pool(2, Thread::new)) {
      assertThatThrownBy(() -> pool.all(List.of(giving(1), failing, giving(3))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("second");
    }
  }

  @Test
  void no_piece_runs_any_more_when_a_failure_is_reported() {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Supplier<Integer> failing =
        () -> {
          await(begun);
          throw new IllegalArgumentException("first");
        };
    Supplier<Integer> longer =
        () -> {
          begun.countDown();
          LockSupport.parkNanos(100_000_000);
          ended.set(true);
          return 1;
        };
    try (ParallelPieces pool = ParallelPieces.pool(1, Thread::new)) {
      assertThatThrownBy(() -> pool.all(List.of(failing, longer))).hasMessage("first");
      assertThat(ended).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

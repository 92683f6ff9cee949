// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
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
          try {
            both.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return true;
        };
    try (ParallelPieces pool = ParallelPieces.pool(1, task -> new Thread(task, "piece"))) {
      assertThat(pool.all(List.of(meeting, meeting))).containsExactly(true, true);
    }
    assertThat(threads).contains("piece", Thread.currentThread().getName());
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
}

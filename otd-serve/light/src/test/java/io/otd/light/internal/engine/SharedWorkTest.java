// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedWorkTest {
  @Test
  void results_are_in_the_order_of_the_pieces() {
    assertThat(SharedWork.of(1000, i -> i * i))
        .isEqualTo(IntStream.range(0, 1000).mapToObj(i -> i * i).toList());
    assertThat(SharedWork.of(1, i -> "one")).containsExactly("one");
  }

  @Test
  void no_other_thread_of_the_callers_pool_works() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(4);
    try {
      Set<Thread> workers = ConcurrentHashMap.newKeySet();
      Thread caller =
          pool.submit(
                  () -> {
                    List<Integer> unused =
                        SharedWork.of(
                            200,
                            i -> {
                              workers.add(Thread.currentThread());
                              for (long end = System.nanoTime() + 200_000;
                                  System.nanoTime() < end; ) {
                                Thread.onSpinWait();
                              }
                              return i;
                            });
                    return Thread.currentThread();
                  })
              .get();
      workers.remove(caller);
      assertThat(workers)
          .allMatch(
              t ->
                  t instanceof ForkJoinWorkerThread worker
                      && worker.getPool() == ForkJoinPool.commonPool());
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void the_failure_of_a_piece_is_thrown() {
    assertThatThrownBy(
            () ->
                SharedWork.of(
                    100,
                    i -> {
                      if (i == 7) {
                        throw new IllegalArgumentException("piece 7");
                      }
                      return i;
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("piece 7");
  }
}

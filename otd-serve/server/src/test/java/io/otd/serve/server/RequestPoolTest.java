// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RequestPoolTest {
  private static final int THREADS = 4;
  private static final int QUEUE = 3;

  private final RequestPool pool = new RequestPool(THREADS, QUEUE);
  private final CountDownLatch open = new CountDownLatch(1);

  @AfterEach
  void stop() {
    open.countDown();
    pool.stop(Duration.ofSeconds(5));
  }

  @Test
  void the_thread_that_worked_last_takes_the_next_request() throws Exception {
    Map<String, Integer> requests = new HashMap<>();
    CountDownLatch begun = new CountDownLatch(THREADS);
    Queue<Thread> all = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < THREADS; i++) {
      pool.execute(
          () -> {
            begun.countDown();
            await(open);
            all.add(Thread.currentThread());
          });
    }
    begun.await();
    open.countDown();
    while (all.size() < THREADS) {
      Thread.onSpinWait();
    }
    all.forEach(RequestPoolTest::untilIdle);
    for (int i = 0; i < 50; i++) {
      Thread worked = thread();
      untilIdle(worked);
      requests.merge(worked.getName(), 1, Integer::sum);
    }
    // Rotating over the four would give each of them a quarter.
    assertThat(Collections.max(requests.values())).as(requests.toString()).isGreaterThan(25);
  }

  /** However slowly threads are scheduled: only idle ones are in the order that is tested. */
  private static void untilIdle(Thread worked) {
    while (EnumSet.of(Thread.State.RUNNABLE, Thread.State.BLOCKED).contains(worked.getState())) {
      Thread.onSpinWait();
    }
  }

  @Test
  void requests_beyond_capacity_are_rejected_until_one_finishes() throws Exception {
    for (int i = 0; i < THREADS + QUEUE; i++) {
      pool.execute(() -> await(open));
    }
    assertThatThrownBy(() -> pool.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("7 requests run or wait (expected: fewer)");
    open.countDown();
    CompletableFuture<Void> ran = new CompletableFuture<>();
    while (!ran.isDone()) {
      try {
        pool.execute(() -> ran.complete(null));
      } catch (RejectedExecutionException e) {
        Thread.onSpinWait();
      }
    }
    assertThat(ran).isCompleted();
  }

  @Test
  void a_failed_request_frees_its_slot() throws Exception {
    for (int i = 0; i < 3 * (THREADS + QUEUE); i++) {
      CompletableFuture<Void> began = new CompletableFuture<>();
      while (!began.isDone()) {
        try {
          pool.execute(
              () -> {
                began.complete(null);
                throw new IllegalStateException("on purpose");
              });
          began.get();
        } catch (RejectedExecutionException e) {
          Thread.onSpinWait();
        }
      }
    }
    assertThat(thread().getName()).startsWith("otd-request-");
  }

  @Test
  void requests_from_one_caller_start_in_order() throws Exception {
    RequestPool one = new RequestPool(1, 100);
    List<Integer> order = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> last = new CompletableFuture<>();
    for (int i = 0; i < 100; i++) {
      int request = i;
      one.execute(() -> order.add(request));
    }
    one.execute(() -> last.complete(null));
    last.get();
    assertThat(order).isEqualTo(IntStream.range(0, 100).boxed().toList());
    one.stop(Duration.ofSeconds(5));
  }

  @Test
  void stopping_answers_waiting_requests_and_rejects_later_ones() throws Exception {
    Set<Integer> answered = Collections.synchronizedSet(new HashSet<>());
    for (int i = 0; i < THREADS + QUEUE; i++) {
      int request = i;
      pool.execute(
          () -> {
            await(open);
            answered.add(request);
          });
    }
    CompletableFuture<Void> stopping =
        CompletableFuture.runAsync(() -> pool.stop(Duration.ofSeconds(20)));
    open.countDown();
    stopping.get();
    assertThat(answered).hasSize(THREADS + QUEUE);
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void requests_that_outlast_the_stop_timeout_are_interrupted() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CountDownLatch began = new CountDownLatch(1);
    pool.execute(
        () -> {
          began.countDown();
          interrupted.complete(!await(open));
        });
    began.await();
    pool.stop(Duration.ofMillis(10));
    assertThat(interrupted.get()).isTrue();
  }

  private Thread thread() throws ExecutionException, InterruptedException {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    pool.execute(() -> thread.complete(Thread.currentThread()));
    return thread.get();
  }

  /** Whether it was reached, and not interrupted. */
  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}

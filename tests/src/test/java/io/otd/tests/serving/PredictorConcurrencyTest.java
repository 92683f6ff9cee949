// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import io.otd.serve.internal.settings.BatchingSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many threads and one predictor. */
@Timeout(120)
@Tag("jdk")
class PredictorConcurrencyTest {
  private static final int THREADS = 64;
  private static final TestModels FIXTURE = TestModels.HEUN;

  /** A batch runs only when it is full or hurried. */
  private static final Duration FOR_EVER = Duration.ofMinutes(30);

  @TempDir static Path base;
  private static float[][] rows;
  private static List<float[]> expected;

  @BeforeAll
  static void export() throws IOException {
    SavedModelExporter.export(FIXTURE.model(), base, ExportOptions.DEFAULT.withBank(32));
    rows = FIXTURE.rows(THREADS);
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      expected = Arrays.stream(rows).map(row -> predictor.predict(row).samples(0)).toList();
    }
  }

  private static PredictorOptions joining(int most, Duration timeout, int queue, int threads) {
    return PredictorOptions.DEFAULT.batching(
        new BatchingSettings(
            most, (int) (timeout.toNanos() / 1000), queue, Optional.of(threads), List.of()));
  }

  /** Runs the task with the index of each thread, and waits for all. */
  private static void inThreads(int threads, Task task) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> users = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        Callable<Object> user =
            () -> {
              task.run(number);
              return number;
            };
        users.add(pool.submit(user));
      }
      for (Future<?> user : users) {
        user.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private interface Task {
    void run(int thread) throws Exception;
  }

  private static void assertClose(Prediction prediction, int row) {
    float[] found = prediction.samples(0);
    float[] wanted = expected.get(row);
    assertThat(found).hasSameSizeAs(wanted);
    double size = 0;
    for (float draw : wanted) {
      size = Math.max(size, Math.abs(draw));
    }
    for (int k = 0; k < wanted.length; k++) {
      assertThat(found[k]).isCloseTo(wanted[k], within((float) (1e-5 * size)));
    }
  }

  @Test
  void each_of_64_threads_gets_its_own_answers_to_the_last_bit() throws Exception {
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      inThreads(
          THREADS,
          thread -> {
            for (int i = 0; i < 50; i++) {
              int row = (thread + i) % THREADS;
              assertThat(predictor.predict(rows[row]).samples(0)).isEqualTo(expected.get(row));
            }
          });
    }
  }

  @Test
  void each_of_64_threads_gets_its_own_answers_from_batched_runs() throws Exception {
    PredictorOptions options = joining(32, Duration.ofMillis(1), 100, 2);
    try (OtdPredictor predictor = OtdPredictor.open(base, options)) {
      inThreads(
          THREADS,
          thread -> {
            for (int i = 0; i < 50; i++) {
              int row = (thread + i) % THREADS;
              assertClose(predictor.predict(rows[row]), row);
            }
          });
    }
  }

  @Test
  void requests_wait_for_each_other_until_a_batch_is_full() throws Exception {
    try (OtdPredictor predictor = OtdPredictor.open(base, joining(8, FOR_EVER, 100, 1))) {
      List<CompletableFuture<Prediction>> first = new ArrayList<>();
      for (int row = 0; row < 7; row++) {
        first.add(predictor.predictAsync(rows[row]));
      }
      assertThat(first).noneMatch(CompletableFuture::isDone);
      assertClose(predictor.predict(rows[7]), 7);
      for (int row = 0; row < 7; row++) {
        assertClose(first.get(row).get(), row);
      }
    }
  }

  @Test
  void closing_flushes_waiting_requests() throws Exception {
    OtdPredictor predictor = OtdPredictor.open(base, joining(100, FOR_EVER, 100, 1));
    List<CompletableFuture<Prediction>> waiting = new ArrayList<>();
    for (int row = 0; row < 20; row++) {
      waiting.add(predictor.predictAsync(rows[row]));
    }
    predictor.close();
    for (int row = 0; row < 20; row++) {
      assertAnsweredOrClosed(waiting.get(row), row);
    }
    assertThat(predictor.predictAsync(rows[0]))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withMessageContaining("closed");
  }

  private static boolean assertAnsweredOrClosed(CompletableFuture<Prediction> answer, int row) {
    try {
      assertClose(answer.join(), row);
      return true;
    } catch (CompletionException e) {
      assertThat(e.getCause())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("closed");
      return false;
    }
  }

  @Test
  void can_be_closed_while_64_threads_are_predicting() throws Exception {
    for (PredictorOptions options :
        List.of(PredictorOptions.DEFAULT, joining(16, Duration.ofMillis(1), 100, 2))) {
      OtdPredictor predictor = OtdPredictor.open(base, options);
      AtomicInteger answered = new AtomicInteger();
      AtomicInteger failed = new AtomicInteger();
      Thread closing =
          new Thread(
              () -> {
                while (answered.get() < 300 && failed.get() == 0) {
                  Thread.onSpinWait();
                }
                predictor.close();
              });
      closing.start();
      inThreads(
          THREADS,
          thread -> {
            boolean open = true;
            while (open) {
              try {
                // Every other thread requests predictions in the predictor's own threads.
                if (thread % 2 == 0) {
                  assertClose(predictor.predict(rows[thread]), thread);
                } else {
                  open = assertAnsweredOrClosed(predictor.predictAsync(rows[thread]), thread);
                }
                answered.incrementAndGet();
              } catch (IllegalStateException e) {
                assertThat(e).hasMessageEndingWith("closed");
                open = false;
              } catch (Throwable e) {
                failed.incrementAndGet();
                throw e;
              }
            }
          });
      closing.join();
      assertThat(answered.get()).isGreaterThanOrEqualTo(300);
    }
  }

  @Test
  void asynchronous_predictions_use_a_copy_of_the_row() throws Exception {
    Queue<Runnable> tasks = new ArrayDeque<>();
    try (OtdPredictor predictor =
        OtdPredictor.open(base, PredictorOptions.DEFAULT.runningOn(tasks::add))) {
      float[] row = rows[3].clone();
      CompletableFuture<Prediction> one = predictor.predictAsync(row);
      float[][] two = {rows[4].clone(), rows[5].clone()};
      CompletableFuture<List<Prediction>> others = predictor.predictAsync(two);
      CompletableFuture<Prediction> named = predictor.predictAsync(FIXTURE.named(7).get(6));
      CompletableFuture<List<Prediction>> named2 = predictor.predictAsync(FIXTURE.named(2));
      CompletableFuture<Prediction> wrong = predictor.predictAsync(new float[1]);
      CompletableFuture<Prediction> cancelled = predictor.predictAsync(row);
      cancelled.cancel(true);
      Arrays.fill(row, 0);
      Arrays.fill(two[0], 0);
      assertThat(List.of(one, named, wrong)).noneMatch(CompletableFuture::isDone);

      tasks.forEach(Runnable::run);

      assertThat(one.get().samples(0)).isEqualTo(expected.get(3));
      assertClose(others.get().get(0), 4);
      assertClose(others.get().get(1), 5);
      assertThat(named.get().samples(0)).isEqualTo(expected.get(6));
      assertThat(named2.get()).hasSize(2);
      assertThatThrownBy(wrong::get)
          .hasRootCauseInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("values: 1 (expected: 1 rows of 4");
      assertThat(cancelled).isCancelled();
    }
  }

  @Test
  void rejects_requests_beyond_the_queue_of_its_own_threads() throws Exception {
    // 256 requests wait in threads for their batch, 1000 for a thread.
    OtdPredictor predictor = OtdPredictor.open(base, joining(1000, FOR_EVER, 100, 1));
    List<CompletableFuture<Prediction>> all = new ArrayList<>();
    for (int i = 0; i < 1300; i++) {
      all.add(predictor.predictAsync(rows[i % THREADS]));
    }
    assertThat(all.stream().filter(CompletableFuture::isDone)).hasSize(44);
    assertThat(all.get(1299))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(RejectedExecutionException.class);
    predictor.close();
    for (int i = 0; i < 1256; i++) {
      assertAnsweredOrClosed(all.get(i), i % THREADS);
    }
  }

  @Test
  void rejects_requests_beyond_the_batch_queue() throws Exception {
    try (OtdPredictor predictor = OtdPredictor.open(base, joining(1, Duration.ZERO, 1, 1))) {
      AtomicInteger refused = new AtomicInteger();
      inThreads(
          THREADS,
          thread -> {
            while (refused.get() == 0) {
              try {
                assertClose(predictor.predict(rows[thread]), thread);
              } catch (RejectedExecutionException e) {
                refused.incrementAndGet();
              }
            }
          });
      assertThat(refused).hasPositiveValue();
      assertClose(predictor.predict(rows[0]), 0);
    }
  }

  @Test
  void a_thread_waiting_for_a_batch_can_be_interrupted() throws Exception {
    try (OtdPredictor predictor = OtdPredictor.open(base, joining(2, FOR_EVER, 100, 1))) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  predictor.predict(rows[0]);
                  thrown.complete(new AssertionError("answered"));
                } catch (RuntimeException e) {
                  boolean marked = Thread.currentThread().isInterrupted();
                  thrown.complete(marked ? e : new AssertionError("the mark is gone", e));
                }
              });
      waiting.start();
      while (waiting.getState() != Thread.State.WAITING && !thrown.isDone()) {
        Thread.onSpinWait();
      }
      waiting.interrupt();
      assertThat(thrown.get()).isInstanceOf(CancellationException.class);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run batches, shared by all models: the models take turns with one batch each, so
 * no model delays the others for longer than one run.
 */
public final class BatchScheduler implements AutoCloseable {
  private final BatchingSettings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<BatchQueue> queues = new ArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private final ScheduledExecutorService timer;
  private int turn;
  private boolean hurried;
  private boolean closed;

  /**
   * Starts the threads.
   *
   * @param settings how requests are joined
   * @param threads makes them
   */
  public BatchScheduler(BatchingSettings settings, ThreadFactory threads) {
    this.settings = settings;
    timer = Executors.newSingleThreadScheduledExecutor(threads);
    for (int i = 0; i < settings.threads(); i++) {
      workers.add(threads.newThread(this::work));
    }
    workers.forEach(Thread::start);
  }

  BatchingSettings settings() {
    return settings;
  }

  /** A queue for one more model. */
  BatchQueue open(Consumer<Batch> runner) {
    BatchQueue queue = new BatchQueue(runner, settings.maxEnqueuedBatches());
    lock.lock();
    try {
      queues.add(queue);
    } finally {
      lock.unlock();
    }
    return queue;
  }

  /** Removes a queue that is empty, or whose requests have no waiting callers. */
  void close(BatchQueue queue) {
    lock.lock();
    try {
      queues.remove(queue);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds work, all or none.
   *
   * @throws ServingException {@code UNAVAILABLE} if it does not fit
   */
  void submit(BatchQueue queue, List<Work> works) {
    lock.lock();
    try {
      if (closed) {
        throw new ServingException(StatusCode.UNAVAILABLE, "The server is stopping");
      }
      if (!queue.add(works, this::begin)) {
        throw new ServingException(
            StatusCode.UNAVAILABLE,
            "The batch scheduling queue to which this task was submitted is full");
      }
      if (works.size() == 1) {
        changed.signal();
      } else {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private Batch begin() {
    long timeout = hurried ? 0 : 1000L * settings.batchTimeoutMicros();
    Batch batch = new Batch(settings.maxBatchSize(), timeout == 0);
    if (timeout > 0) {
      ScheduledFuture<?> unused =
          timer.schedule(() -> makeDue(batch), timeout, TimeUnit.NANOSECONDS);
    }
    return batch;
  }

  private void makeDue(Batch batch) {
    lock.lock();
    try {
      batch.makeDue();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Runs batches until the scheduler is closed and nothing waits. */
  private void work() {
    for (Turn next = next(); next != null; next = next()) {
      next.queue().run(next.batch());
    }
  }

  private record Turn(BatchQueue queue, Batch batch) {}

  /** Waits for a batch; nothing if there will be none. */
  private @Nullable Turn next() {
    lock.lock();
    try {
      Turn next = take();
      while (next == null && !closed) {
        changed.awaitUninterruptibly();
        next = take();
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Turn take() {
    for (int i = 0; i < queues.size(); i++) {
      turn = (turn + 1) % queues.size();
      BatchQueue queue = queues.get(turn);
      Batch batch = queue.take();
      if (batch != null) {
        return new Turn(queue, batch);
      }
    }
    return null;
  }

  /** From now on no batch waits for more work: a server that stops is not to wait for it. */
  public void hurry() {
    lock.lock();
    try {
      hurried = true;
      queues.forEach(BatchQueue::flush);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Accepts no more work, runs what is waiting, and stops the threads. Twice is harmless. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      hurry(); // before a worker sees it: it would leave a batch that is not due yet
    } finally {
      lock.unlock();
    }
    timer.shutdownNow();
    try {
      for (Thread worker : workers) {
        worker.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

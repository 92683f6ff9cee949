package io.otd.train.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * Runs tasks in threads of their own, of which at most so many work at a time. A task that fails
 * does not stop the others.
 *
 * <p>As long as many tasks are left, each that has begun comes to its end before the next begins.
 * When twice as many are left as can work at a time, all of these begin and take turns, so that
 * they end at about the same time and no core is idle while a last task runs alone: five equal
 * tasks on two cores take as long as two and a half, not three. So at most twice as many tasks hold
 * memory as work.
 */
public final class SideBySide {
  private final int atOnce;
  private final Semaphore workers;

  /**
   * Makes the workers.
   *
   * @param atOnce most tasks that work at a time, at least 1
   */
  public SideBySide(int atOnce) {
    if (atOnce < 1) {
      throw new IllegalArgumentException("at once: " + atOnce + " (expected: at least 1)");
    }
    this.atOnce = atOnce;
    this.workers = new Semaphore(atOnce, true);
  }

  /**
   * Something to run.
   *
   * @param <T> what it gives
   */
  @FunctionalInterface
  public interface Task<T> {
    /**
     * Does the work.
     *
     * @param turn to be passed on now and then
     * @throws Exception if it fails
     */
    T run(Turn turn) throws Exception;
  }

  /** The turn of a task to work. */
  @FunctionalInterface
  public interface Turn {
    /** Lets the others work that wait; returns when it is this task's turn again. */
    void pass();
  }

  /**
   * Runs tasks.
   *
   * @return one outcome a task, in order
   * @throws InterruptedException if the thread is interrupted; tasks under way are abandoned
   */
  public <T> List<Outcome<T>> run(List<? extends Task<T>> tasks) throws InterruptedException {
    Batch<T> batch = new Batch<>(tasks);
    batch.begin();
    return batch.end();
  }

  /** The tasks of one call. */
  private final class Batch<T> {
    private final List<Outcome<T>> outcomes = new ArrayList<>();
    private final Queue<Thread> waiting = new ArrayDeque<>();
    private final CountDownLatch left;
    private int begun;

    Batch(List<? extends Task<T>> tasks) {
      left = new CountDownLatch(tasks.size());
      for (int i = 0; i < tasks.size(); i++) {
        int number = i;
        outcomes.add(Outcome.none());
        Thread thread = new Thread(() -> one(tasks.get(number), number), "otd-run-" + number);
        thread.setDaemon(true); // abandoned tasks do not keep the process alive
        waiting.add(thread);
      }
    }

    /** Begins as many tasks as may be under way; called again whenever one has ended. */
    synchronized void begin() {
      while (!waiting.isEmpty() && (begun < atOnce || begun + waiting.size() <= 2 * atOnce)) {
        begun++;
        waiting.remove().start();
      }
    }

    private void one(Task<T> task, int number) {
      workers.acquireUninterruptibly();
      Outcome<T> outcome;
      try {
        outcome = Outcome.of(task.run(this::pass));
      } catch (Throwable e) {
        outcome = Outcome.failed(e);
      } finally {
        workers.release();
      }
      synchronized (this) {
        outcomes.set(number, outcome);
        begun--;
        begin();
      }
      left.countDown();
    }

    private void pass() {
      workers.release();
      workers.acquireUninterruptibly(); // fair: after those who wait already
    }

    List<Outcome<T>> end() throws InterruptedException {
      left.await();
      synchronized (this) {
        return List.copyOf(outcomes);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.parallel;

import io.otd.core.internal.check.Check;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Runs tasks in separate threads, of which a limited number work at a time, regardless of how many
 * tasks are submitted by how many callers: a task may be done in parts by the same workers, see
 * {@link Workers.Turn}.
 *
 * <p>As long as many tasks are left, each task that has begun is finished before the next begins,
 * and the parts of a task come before tasks that follow it. When twice as many are left as can work
 * at a time, all of these begin and take turns, so that they end at about the same time and no core
 * is idle while a last task runs alone: five equal tasks on two cores take as long as two and a
 * half, not three. Thus at most twice as many tasks hold memory as are working, not counting those
 * that wait for their parts.
 */
public final class FairThreadPool implements Workers {
  private final int atOnce;
  private final PriorityQueue<Job<?>> waiting = new PriorityQueue<>();

  /** Begun, but waiting for a turn: first come, first served. */
  private final Queue<Job<?>> line = new ArrayDeque<>();

  private int idle;
  private int begun;
  private int batches;

  /**
   * Makes the workers.
   *
   * @param atOnce maximum number of tasks that work at a time, at least 1
   */
  public FairThreadPool(int atOnce) {
    Check.that(atOnce >= 1, "at once", atOnce, "at least 1");
    this.atOnce = atOnce;
    this.idle = atOnce;
  }

  @Override
  public int atOnce() {
    return atOnce;
  }

  @Override
  public <T> List<Outcome<T>> run(List<? extends Task<T>> tasks) {
    Batch<T> batch;
    synchronized (this) {
      batch = new Batch<>(tasks, List.of(batches++), false);
      begin(batch);
    }
    return batch.end();
  }

  /** Puts the tasks into the queue. */
  private synchronized void begin(Batch<?> batch) {
    waiting.addAll(batch.jobs);
    begin();
  }

  /** Begins as many tasks as may be under way; called again whenever one has ended. */
  private synchronized void begin() {
    while (!waiting.isEmpty() && (begun < atOnce || begun + waiting.size() <= 2 * atOnce)) {
      begun++;
      waiting.remove().start();
    }
  }

  /** Gives idle workers to the first in the line. */
  private synchronized void serve() {
    while (idle > 0 && !line.isEmpty()) {
      idle--;
      line.remove().turn = true;
      notifyAll();
    }
  }

  /** A worker is idle again. */
  private synchronized void release() {
    idle++;
    serve();
  }

  /** Waits until the condition holds; what runs in native code cannot be abandoned. */
  private synchronized void await(BooleanSupplier condition) {
    boolean interrupted = false;
    while (!condition.getAsBoolean()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The tasks of one call. */
  private final class Batch<T> {
    private final List<Job<T>> jobs = new ArrayList<>();
    private final boolean parts;
    private int left;

    /**
     * Makes the jobs.
     *
     * @param place of the call among all others
     * @param parts whether a task that has begun waits for these
     */
    Batch(List<? extends Task<T>> tasks, List<Integer> place, boolean parts) {
      for (Task<T> task : tasks) {
        List<Integer> of = new ArrayList<>(place);
        of.add(jobs.size());
        jobs.add(new Job<>(this, task, of));
      }
      this.parts = parts;
      this.left = jobs.size();
    }

    /** One of them is done; the last one lets the waiting task continue. */
    void ended() {
      synchronized (FairThreadPool.this) {
        begun--;
        if (--left == 0 && parts) {
          begun++;
        }
        begin();
        FairThreadPool.this.notifyAll();
      }
    }

    /** Waits for all. */
    List<Outcome<T>> end() {
      await(() -> left == 0);
      return jobs.stream().map(Job::outcome).toList();
    }
  }

  /** One task and its thread. */
  private final class Job<T> implements Turn, Comparable<Job<?>> {
    private final Batch<T> batch;
    private final Task<T> task;
    private final List<Integer> place;
    private Outcome<T> outcome = Outcome.none();
    private boolean turn;

    Job(Batch<T> batch, Task<T> task, List<Integer> place) {
      this.batch = batch;
      this.task = task;
      this.place = place;
    }

    Outcome<T> outcome() {
      return outcome;
    }

    void start() {
      try {
        Thread thread = new Thread(this::work, "otd-run-" + place.get(place.size() - 1));
        thread.setDaemon(true); // running work does not keep the process alive
        thread.start();
        queue(); // here, not in the thread: tasks get their turns in the order in which they begin
      } catch (Throwable e) { // no memory for a thread
        outcome = Outcome.failed(e);
        batch.ended();
      }
    }

    /** In any case, waiting callers are notified of the end. */
    private void work() {
      try {
        await(() -> turn);
        try {
          outcome = task.outcome(this);
        } finally {
          release();
        }
      } catch (Throwable e) {
        outcome = Outcome.failed(e);
      } finally {
        batch.ended();
      }
    }

    @Override
    public int atOnce() {
      return atOnce;
    }

    private void queue() {
      synchronized (FairThreadPool.this) {
        turn = false;
        line.add(this);
        serve();
      }
    }

    @Override
    public void pass() {
      synchronized (FairThreadPool.this) {
        if (line.isEmpty()) {
          return;
        }
        idle++;
        queue(); // behind those already waiting
        await(() -> turn);
      }
    }

    @Override
    public <R> List<Outcome<R>> run(List<? extends Task<R>> tasks) {
      if (tasks.size() < 2) {
        return tasks.stream().map(part -> part.outcome(this)).toList();
      }
      Batch<R> parts = new Batch<>(tasks, place, true);
      synchronized (FairThreadPool.this) {
        begun--;
        begin(parts);
      }
      release();
      try {
        return parts.end();
      } finally {
        queue();
        await(() -> turn);
      }
    }

    /** Parts before what follows the whole. */
    @Override
    public int compareTo(Job<?> other) {
      int common = Math.min(place.size(), other.place.size());
      for (int i = 0; i < common; i++) {
        int order = Integer.compare(place.get(i), other.place.get(i));
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(place.size(), other.place.size());
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** An executor of tasks. */
public interface Workers {
  /** One task after another, in the calling thread. */
  Workers ONE_BY_ONE = new OneByOne();

  /**
   * Does tasks. A task that fails does not stop the others.
   *
   * @return one outcome a task, in order
   */
  <T> List<Outcome<T>> run(List<? extends Task<T>> tasks);

  /** Maximum number of tasks that work at a time, at least 1. */
  int atOnce();

  /**
   * Does the same for each number, where that fails by unchecked exceptions alone.
   *
   * @param count of the numbers, from 0
   * @param work for a number
   * @return what it gave, in order
   */
  default <T> List<T> each(int count, IntFunction<T> work) {
    List<Task<T>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      tasks.add(turn -> work.apply(number));
    }
    return run(tasks).stream().map(Outcome::unchecked).toList();
  }

  /**
   * Something to do.
   *
   * @param <T> type of the result
   */
  @FunctionalInterface
  interface Task<T> {
    /**
     * Does the work.
     *
     * @param turn to be passed on now and then
     * @throws Exception if it fails
     */
    T run(Turn turn) throws Exception;

    /** Its outcome in this thread; any exception is caught. */
    default Outcome<T> outcome(Turn turn) {
      try {
        return Outcome.of(run(turn));
      } catch (Throwable e) {
        return Outcome.failed(e);
      }
    }
  }

  /**
   * The turn of a task to work. A task may do its work in parts: it then waits without a turn, and
   * its parts come before tasks that follow it.
   */
  interface Turn extends Workers {
    /** Yields to waiting tasks; returns when it is this task's turn again. */
    void pass();
  }

  /** Without waiting. */
  final class OneByOne implements Turn {
    private OneByOne() {}

    @Override
    public int atOnce() {
      return 1;
    }

    @Override
    public void pass() {
      // nobody waits
    }

    @Override
    public <T> List<Outcome<T>> run(List<? extends Task<T>> tasks) {
      List<Outcome<T>> outcomes = new ArrayList<>();
      for (Task<T> task : tasks) {
        outcomes.add(task.outcome(this));
      }
      return outcomes;
    }
  }
}

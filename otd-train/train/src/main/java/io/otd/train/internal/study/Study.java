// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.study;

import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Independent items of work. An item that was finished before is not done again. After a stop no
 * item begins; run again, the study resumes.
 *
 * @param <R> result of an item
 */
public final class Study<R> {
  private final List<? extends Item<R>> items;
  private final List<Integer> order;
  private final BooleanSupplier stop;
  private final AtomicBoolean stopped = new AtomicBoolean();

  private Study(List<? extends Item<R>> items, List<Integer> order, BooleanSupplier stop) {
    this.items = List.copyOf(items);
    this.order = order;
    this.stop = stop;
  }

  /**
   * An item.
   *
   * @param <R> its result
   */
  public interface Item<R> {
    /**
     * The result, if the item was finished before.
     *
     * @throws IOException if it cannot be read
     */
    Optional<R> finished() throws IOException;

    /**
     * Does the work, or resumes it.
     *
     * @param turn to be passed on now and then
     * @return the result, which {@link #finished()} finds from now on; empty if the item was
     *     stopped
     * @throws Exception if it fails
     */
    Optional<R> run(Workers.Turn turn) throws Exception;
  }

  /**
   * A study whose items begin in their order.
   *
   * @param items what is done
   * @param stop whether to stop
   */
  public static <R> Study<R> inOrder(List<? extends Item<R>> items, BooleanSupplier stop) {
    return new Study<>(items, IntStream.range(0, items.size()).boxed().toList(), stop);
  }

  /**
   * A study that leaves no long item alone at the end; equally long ones begin in their order.
   *
   * @param items what is done
   * @param work of an item, in any unit
   * @param stop whether to stop
   */
  public static <R, I extends Item<R>> Study<R> longestFirst(
      List<I> items, ToDoubleFunction<I> work, BooleanSupplier stop) {
    return new Study<>(
        items,
        IntStream.range(0, items.size())
            .boxed()
            .sorted(
                Comparator.comparingDouble((Integer i) -> work.applyAsDouble(items.get(i)))
                    .reversed())
            .toList(),
        stop);
  }

  /**
   * Does one item after the other in the calling thread; the first failure ends the study.
   *
   * @throws IOException the failure
   */
  public StudyResult<R> run() throws IOException {
    List<Optional<R>> results = new ArrayList<>();
    for (int i : order) {
      results.addAll(Outcome.all(Workers.ONE_BY_ONE.run(List.of(task(i)))));
    }
    return inOrder(results);
  }

  /**
   * Does the items in parallel; an item that fails does not stop the others.
   *
   * @param atOnce most items that work at a time, at least 1
   * @throws IOException the first failure, after all others are done
   */
  public StudyResult<R> run(int atOnce) throws IOException {
    return inOrder(
        Outcome.all(new FairThreadPool(atOnce).run(order.stream().map(this::task).toList())));
  }

  private Workers.Task<Optional<R>> task(int item) {
    return turn -> one(items.get(item), turn);
  }

  private Optional<R> one(Item<R> item, Workers.Turn turn) throws Exception {
    Optional<R> before = item.finished();
    if (before.isPresent() || stopped.get() || stop.getAsBoolean()) {
      return before;
    }
    Optional<R> result = item.run(turn);
    if (result.isEmpty()) {
      stopped.set(true);
    }
    return result;
  }

  private StudyResult<R> inOrder(List<Optional<R>> results) {
    List<Optional<R>> each = new ArrayList<>(Collections.nCopies(items.size(), Optional.empty()));
    for (int i = 0; i < results.size(); i++) {
      each.set(order.get(i), results.get(i));
    }
    return new StudyResult<>(each);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The batches of one model that wait. Its scheduler's lock guards it. */
final class BatchQueue {
  private final Consumer<Batch> runner;
  private final int most;
  private final Deque<Batch> waiting = new ArrayDeque<>();
  private final Map<Work.Form, Batch> open = new HashMap<>();

  /**
   * An empty queue.
   *
   * @param runner runs its batches
   * @param most batches that may wait
   */
  BatchQueue(Consumer<Batch> runner, int most) {
    this.runner = runner;
    this.most = most;
  }

  /**
   * Adds all of the work, or nothing where it does not fit.
   *
   * @param fresh makes a batch
   * @return whether it was added
   */
  boolean add(List<Work> works, Supplier<Batch> fresh) {
    if (waiting.size() + batchesFor(works) > most) {
      return false;
    }
    works.forEach(work -> add(work, fresh));
    return true;
  }

  /** At most: only a single work, which is the rule, is looked at closely. */
  private int batchesFor(List<Work> works) {
    if (works.size() == 1 && works.get(0).isJoinable()) {
      Batch batch = open.get(works.get(0).form());
      return batch != null && batch.hasRoomFor(works.get(0)) ? 0 : 1;
    }
    return works.size();
  }

  private void add(Work work, Supplier<Batch> fresh) {
    if (!work.isJoinable()) {
      begin(fresh).add(work);
      return;
    }
    Work.Form form = work.form();
    Batch batch = open.get(form);
    if (batch != null && !batch.hasRoomFor(work)) {
      batch.makeDue();
      batch = null;
    }
    if (batch == null) {
      batch = begin(fresh);
      open.put(form, batch);
    }
    batch.add(work);
  }

  private Batch begin(Supplier<Batch> fresh) {
    Batch batch = fresh.get();
    waiting.add(batch);
    return batch;
  }

  /** Removes the oldest batch that waits for no more work; empty if there is none. */
  @Nullable Batch take() {
    for (Iterator<Batch> batches = waiting.iterator(); batches.hasNext(); ) {
      Batch batch = batches.next();
      if (batch.isDue()) {
        batches.remove();
        open.values().remove(batch);
        return batch;
      }
    }
    return null;
  }

  /** Lets no batch wait for more work. */
  void flush() {
    waiting.forEach(Batch::makeDue);
  }

  void run(Batch batch) {
    runner.accept(batch);
  }
}
